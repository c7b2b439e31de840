import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(content.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

interface Picture {
  readonly width: number;
  readonly height: number;
  /** Chunks after the header. */
  readonly chunks?: readonly (readonly [type: string, content: Buffer])[];
}

/** Draws a PNG: diagonal stripes in two colors. */
export function drawPng({ width, height, chunks = [] }: Picture): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits each of red, green and blue.
  header.set([8, 2], 8);
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.from([
      0,
      ...Array.from({ length: width }, (_, x) =>
        (x + y) % 24 < 12 ? [0x7b, 0x2d, 0x8e] : [0xf2, 0xa9, 0x00],
      ).flat(),
    ]),
  );
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    ...chunks.map(([type, content]) => chunk(type, content)),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
