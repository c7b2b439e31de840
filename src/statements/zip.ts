import { crc32 } from 'node:zlib';
import { Inflate } from 'fflate';
import type { ReadLimits } from '../reconciliation/domain/statement.ts';
import { failure } from './read-failure.ts';

/** A file within a ZIP archive, as its directory describes it. */
export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly compressedSize: number;
  readonly headerOffset: number;
}

const MAX_ENTRIES = 2000;
const END_SIGNATURE = 0x06054b50;
const END_SIZE = 22;
const MAX_COMMENT = 0xffff;
const DIRECTORY_SIGNATURE = 0x02014b50;
const DIRECTORY_SIZE = 46;
const LOCAL_SIGNATURE = 0x04034b50;
const LOCAL_SIZE = 30;
const ENCRYPTED = 1;
const STORED = 0;
const DEFLATED = 8;
/** A piece becomes at most about a thousand times as large, which bounds what is in memory. */
const PIECE_BYTES = 4096;
/** Small files can compress well without being an attack. */
const FREE_BYTES = 1024 * 1024;

const damaged = () => failure('sheet_damaged', null);

/**
 * Reads files of a ZIP archive piece by piece. What comes out is counted, since the sizes in an archive can be wrong: all
 * files together stay within the limits of size and ratio, however often they are read.
 */
export class ZipReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #limits: ReadLimits;
  readonly #entries: ReadonlyMap<string, ZipEntry>;
  readonly #unpacked = new Map<ZipEntry, number>();
  #total = 0;

  constructor(bytes: Uint8Array, limits: ReadLimits) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#limits = limits;
    this.#entries = this.#readDirectory();
  }

  /** The names of its files, in lower case. */
  get names(): readonly string[] {
    return [...this.#entries.keys()];
  }

  has(name: string): boolean {
    return this.#entries.has(name.toLowerCase());
  }

  /** The pieces of a file. Names of files in XLSX are not case-sensitive. */
  *read(name: string): Generator<Uint8Array, void, void> {
    const entry = this.#entries.get(name.toLowerCase());
    if (!entry) throw damaged();
    const count = this.#counter(entry);
    let crc = 0;
    for (const piece of unpack(this.#packed(entry), entry.method)) {
      count(piece.length);
      crc = crc32(piece, crc);
      yield piece;
    }
    // A changed byte can be a changed digit.
    if (crc !== entry.crc) throw damaged();
  }

  /** Counts the unpacked bytes of one reading of a file. What is read again counts once. */
  #counter(entry: ZipEntry): (bytes: number) => void {
    const { maxUnpackedBytes, maxRatio } = this.#limits;
    const allowed = Math.max(FREE_BYTES, entry.compressedSize * maxRatio);
    let unpacked = 0;
    return (bytes) => {
      unpacked += bytes;
      const seen = this.#unpacked.get(entry) ?? 0;
      if (unpacked > seen) {
        this.#total += unpacked - seen;
        this.#unpacked.set(entry, unpacked);
      }
      if (this.#total > maxUnpackedBytes || unpacked > allowed) throw failure('unpacked_too_large', null);
    };
  }

  #packed({ headerOffset, compressedSize }: ZipEntry): Uint8Array {
    const view = this.#view;
    if (headerOffset + LOCAL_SIZE > view.byteLength) throw damaged();
    if (view.getUint32(headerOffset, true) !== LOCAL_SIGNATURE) throw damaged();
    const names = view.getUint16(headerOffset + 26, true) + view.getUint16(headerOffset + 28, true);
    const start = headerOffset + LOCAL_SIZE + names;
    if (start + compressedSize > view.byteLength) throw damaged();
    return this.#bytes.subarray(start, start + compressedSize);
  }

  #readDirectory(): ReadonlyMap<string, ZipEntry> {
    const view = this.#view;
    const end = this.#findEnd();
    const count = view.getUint16(end + 10, true);
    if (count > MAX_ENTRIES) throw failure('many_parts', null);
    let offset = view.getUint32(end + 16, true);
    const entries = new Map<string, ZipEntry>();
    for (let index = 0; index < count; index += 1) {
      if (offset + DIRECTORY_SIZE > view.byteLength) throw damaged();
      if (view.getUint32(offset, true) !== DIRECTORY_SIGNATURE) throw damaged();
      if (view.getUint16(offset + 8, true) & ENCRYPTED) throw failure('protected', null);
      const nameLength = view.getUint16(offset + 28, true);
      const nameStart = offset + DIRECTORY_SIZE;
      const name = Buffer.from(this.#bytes.subarray(nameStart, nameStart + nameLength)).toString('utf8');
      const key = name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();
      // Programs differ in which of two files with the same name they show.
      if (entries.has(key)) throw damaged();
      entries.set(key, {
        name,
        method: view.getUint16(offset + 10, true),
        crc: view.getUint32(offset + 16, true),
        compressedSize: view.getUint32(offset + 20, true),
        headerOffset: view.getUint32(offset + 42, true),
      });
      offset += DIRECTORY_SIZE + nameLength;
      offset += view.getUint16(nameStart - 16, true) + view.getUint16(nameStart - 14, true);
    }
    return entries;
  }

  #findEnd(): number {
    const view = this.#view;
    const first = Math.max(0, view.byteLength - END_SIZE - MAX_COMMENT);
    for (let offset = view.byteLength - END_SIZE; offset >= first; offset -= 1)
      if (view.getUint32(offset, true) === END_SIGNATURE) return offset;
    throw damaged();
  }
}

function* unpack(packed: Uint8Array, method: number): Generator<Uint8Array, void, void> {
  if (method === STORED) {
    yield packed;
    return;
  }
  if (method !== DEFLATED) throw damaged();
  const pieces: Uint8Array[] = [];
  const inflate = new Inflate((piece) => pieces.push(piece));
  for (let offset = 0; offset < packed.length; offset += PIECE_BYTES) {
    const end = offset + PIECE_BYTES;
    try {
      inflate.push(packed.subarray(offset, end), end >= packed.length);
    } catch {
      throw damaged();
    }
    yield* pieces;
    pieces.length = 0;
  }
}
