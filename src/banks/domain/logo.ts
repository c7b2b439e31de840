import { createHash } from 'node:crypto';
import { type Fault, fault } from '../../kernel/problems.ts';

const MAX_LOGO_BYTES = 32 * 1024;
const MIN_SIDE = 16;
const MAX_SIDE = 1024;

/** The media types of logos, by the endings of their file names. SVG is not among them: it can hold scripts. */
export const LOGO_TYPES = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' } as const;
type LogoEnding = keyof typeof LOGO_TYPES;

export interface Logo {
  /** The digest of the bytes, and the ending of their type. */
  readonly file: string;
  readonly bytes: Uint8Array;
}

interface Picture {
  readonly ending: LogoEnding;
  readonly width: number;
  readonly height: number;
  readonly isMoving: boolean;
}

/** Reads a logo from the bytes of a picture, whatever its name says. @returns the problem when it cannot be one. */
export function readLogo(bytes: Buffer): Logo | { readonly problem: Fault } {
  if (bytes.length > MAX_LOGO_BYTES)
    return { problem: fault('picture_too_large', { maximum: MAX_LOGO_BYTES }) };
  const picture = readPng(bytes) ?? readWebp(bytes) ?? readJpeg(bytes);
  if (!picture) return { problem: fault('not_a_picture') };
  const { ending, width, height, isMoving } = picture;
  if (isMoving) return { problem: fault('picture_moves') };
  if (Math.min(width, height) < MIN_SIDE || Math.max(width, height) > MAX_SIDE)
    return { problem: fault('picture_size', { minimum: MIN_SIDE, maximum: MAX_SIDE }) };
  return { file: `${createHash('sha256').update(bytes).digest('hex')}.${ending}`, bytes };
}

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** PNG: the signature, then the chunk IHDR. An animated one has the chunk acTL. */
function readPng(bytes: Buffer): Picture | undefined {
  if (bytes.length < 33 || !bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return undefined;
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  const size = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  return { ending: 'png', ...size, isMoving: bytes.includes('acTL', 33, 'latin1') };
}

/** WebP: a RIFF file whose first chunk is lossy, lossless or extended. */
function readWebp(bytes: Buffer): Picture | undefined {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF') return undefined;
  if (bytes.toString('latin1', 8, 12) !== 'WEBP') return undefined;
  const read = WEBP_READERS[bytes.toString('latin1', 12, 16)];
  return read && { ending: 'webp', ...read(bytes) };
}

const WEBP_READERS: Readonly<Record<string, (bytes: Buffer) => Omit<Picture, 'ending'>>> = {
  'VP8 ': (bytes) => ({
    width: bytes.readUInt16LE(26) & 0x3fff,
    height: bytes.readUInt16LE(28) & 0x3fff,
    isMoving: false,
  }),
  VP8L: (bytes) => {
    const bits = bytes.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, isMoving: false };
  },
  VP8X: (bytes) => ({
    width: bytes.readUIntLE(24, 3) + 1,
    height: bytes.readUIntLE(27, 3) + 1,
    isMoving: ((bytes[20] ?? 0) & 0x02) !== 0,
  }),
};

/** Markers of JPEG frames: SOF0 to SOF15, without the tables among them. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** JPEG: segments with their lengths, one of which is the frame with the size. */
function readJpeg(bytes: Buffer): Picture | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (isFrame(marker))
      return {
        ending: 'jpg',
        width: bytes.readUInt16BE(at + 7),
        height: bytes.readUInt16BE(at + 5),
        isMoving: false,
      };
    // Bytes 0xff before a marker are padding.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}
