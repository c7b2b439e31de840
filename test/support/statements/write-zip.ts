import { crc32, deflateRawSync } from 'node:zlib';

export interface FileToZip {
  readonly name: string;
  readonly data: Uint8Array | string;
  readonly isStored?: boolean;
  /** Wrong values for the directory. */
  readonly says?: { readonly size?: number; readonly packedSize?: number; readonly offset?: number };
}

/** Writes a ZIP archive. */
export function writeZip(files: readonly FileToZip[]): Uint8Array {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, data, isStored = false, says = {} } of files) {
    const bytes = Buffer.from(data as Uint8Array);
    const packed = isStored ? bytes : deflateRawSync(bytes);
    const path = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(isStored ? 0 : 8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(says.packedSize ?? packed.length, 14);
    common.writeUInt32LE(says.size ?? bytes.length, 18);
    common.writeUInt16LE(path.length, 22);
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), common, path, packed);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(says.offset ?? offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, place, path);
    offset += 30 + path.length + packed.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, entries, end]);
}
