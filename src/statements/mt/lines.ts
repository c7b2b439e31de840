import { isUtf8 } from 'node:buffer';
import { withoutUtf16 } from '../csv-text.ts';
import { createDecoder } from '../iso20022/xml-encoding.ts';

/** A line of the file. */
export interface FileLine {
  readonly text: string;
  /** 1 for the first line of the file. */
  readonly number: number;
  /** Whether only the beginning of a longer line was decoded. */
  readonly isCut: boolean;
}

const LF = 0x0a;
const CR = 0x0d;
const TAB = 0x09;
const DELETE = 0x7f;
const UTF8_MARK = [0xef, 0xbb, 0xbf];
/** The bytes that decide on the character set. */
const HEAD_BYTES = 65_536;
const TURKISH = /^:(?:60[FM]:[CD]\d{6}|34F:)TRY|TR\d{24}/m;
const CONTROLS = /[\u0000-\u001f\u007f]/g;

/** Replaces control characters and runs of blanks by one blank, and trims the text. */
export function cleanText(text: string): string {
  return text.replace(CONTROLS, ' ').replace(/\s+/g, ' ').trim();
}

/** Removes control characters from both ends, which frame messages of SWIFT. Tabs and blanks are kept. */
function withoutFrame(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isFrame(text.charCodeAt(start))) start += 1;
  while (end > start && isFrame(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

function isFrame(code: number): boolean {
  return (code < 0x20 && code !== TAB) || code === DELETE;
}

/**
 * Chooses the character set of a file, because MT940 does not specify one. Text that is valid UTF-8 is hardly ever
 * anything else. The Turkish and the western character set differ in six letters, and the file of a Turkish account
 * uses the Turkish one.
 */
function decoderFor(bytes: Uint8Array): (line: Uint8Array) => string {
  if (isUtf8(bytes)) return decode('utf-8');
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD_BYTES));
  if (TURKISH.test(head.toString('latin1'))) return decode('windows-1254');
  const western = createDecoder('windows-1252');
  return (line) => western(line, true);
}

function decode(label: string): (line: Uint8Array) => string {
  const decoder = new TextDecoder(label);
  return (line) => decoder.decode(line);
}

/** The lines of a file, decoded one by one, so that a file of a hundred megabytes is never one string. */
export class FileLines {
  readonly #bytes: Uint8Array;
  readonly #decode: (line: Uint8Array) => string;
  readonly #maxBytes: number;
  readonly #ahead: FileLine[] = [];
  #offset: number;
  #number = 0;

  /** @param maxText characters of one line; a longer one is cut. */
  constructor(given: Uint8Array, maxText: number) {
    const bytes = withoutUtf16(given);
    this.#bytes = bytes;
    // A character has at most four bytes.
    this.#maxBytes = maxText * 4;
    this.#decode = decoderFor(bytes);
    this.#offset = UTF8_MARK.every((byte, index) => bytes[index] === byte) ? UTF8_MARK.length : 0;
  }

  /** Takes the next line. */
  next(): FileLine | undefined {
    return this.#ahead.shift() ?? this.#read();
  }

  /** Looks at a line without taking it; 0 is the next one. */
  peek(index: number): FileLine | undefined {
    while (this.#ahead.length <= index) {
      const line = this.#read();
      if (line === undefined) return undefined;
      this.#ahead.push(line);
    }
    return this.#ahead[index];
  }

  #read(): FileLine | undefined {
    const bytes = this.#bytes;
    const start = this.#offset;
    if (start >= bytes.length) return undefined;
    let end = start;
    while (end < bytes.length && bytes[end] !== LF && bytes[end] !== CR) end += 1;
    this.#offset = end + (bytes[end] === CR && bytes[end + 1] === LF ? 2 : 1);
    this.#number += 1;
    const isCut = end - start > this.#maxBytes;
    const text = this.#decode(bytes.subarray(start, isCut ? start + this.#maxBytes : end));
    return { text: withoutFrame(text), number: this.#number, isCut };
  }
}
