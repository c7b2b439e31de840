import { createHash } from 'node:crypto';

const PIECE_CHARACTERS = 64 * 1024;

/**
 * Joins texts to pieces of about 64 KiB and encodes them, so that a long file is never in memory as text.
 * @param encode of whole characters; UTF-8 by default.
 */
export function* bytePieces(
  texts: Iterable<string>,
  encode: (text: string) => Uint8Array = (text) => Buffer.from(text),
): Generator<Uint8Array, void, void> {
  let waiting = '';
  for (const text of texts) {
    waiting += text;
    if (waiting.length < PIECE_CHARACTERS) continue;
    yield encode(waiting);
    waiting = '';
  }
  if (waiting !== '') yield encode(waiting);
}

/** Characters that XML cannot have, not even escaped. */
const NOT_OF_XML = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

/** The text between two tags of XML, or in an attribute with double quotation marks. What XML cannot have becomes U+FFFD. */
export function escapeXml(text: string): string {
  const allowed = text.replace(NOT_OF_XML, '\ufffd');
  if (!/[&<>"]/.test(allowed)) return allowed;
  return allowed
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** A file that was made piece by piece. */
export interface WholeFile {
  readonly bytes: Uint8Array;
  /** Of the bytes, in hexadecimal. */
  readonly sha256: string;
}

/**
 * Puts the pieces of a file together, with its hash.
 * @param pause waits after each piece, so that a long file delays nothing else.
 * @throws what making a piece throws.
 */
export async function wholeFile(
  made: Iterable<Uint8Array>,
  pause: () => Promise<unknown>,
): Promise<WholeFile> {
  const hash = createHash('sha256');
  const pieces: Uint8Array[] = [];
  for (const piece of made) {
    hash.update(piece);
    pieces.push(piece);
    await pause();
  }
  return { bytes: Buffer.concat(pieces), sha256: hash.digest('hex') };
}
