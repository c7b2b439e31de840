import { createHash } from 'node:crypto';

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
