import { FatalFlaw, quote } from './flaw.ts';
import { createDecoder, xmlEncoding } from './xml-encoding.ts';

/** The bytes that are decoded at once. In any encoding they are more characters than a line keeps of its file. */
const PIECE_BYTES = 65_536;

/** What a reader accepts as its file, and its sentences about any other. */
export interface XmlTerms {
  readonly maxBytes: number;
  readonly tooLarge: string;
  readonly noXml: string;
}

/**
 * The text of an XML file, in pieces. Blanks before the first element are left out, which XML allows in no other way.
 * @throws {FatalFlaw} for a file that is too large or no XML, and for an encoding that is unknown or that the bytes are
 *   not of.
 */
export function* xmlPieces(bytes: Uint8Array, terms: XmlTerms): Generator<string, void, void> {
  if (bytes.length > terms.maxBytes) throw new FatalFlaw('too-large', terms.tooLarge);
  const encoding = xmlEncoding(bytes);
  if ('unknown' in encoding)
    throw new FatalFlaw(
      'broken-file',
      `The file is in the encoding ${quote(encoding.unknown)}, which cannot be read. Save it as UTF-8.`,
    );
  const decode = createDecoder(encoding.label);
  let isFirst = true;
  for (let offset = 0; offset < bytes.length; offset += PIECE_BYTES) {
    const isLast = offset + PIECE_BYTES >= bytes.length;
    const decoded = attempt(encoding.label, () =>
      decode(bytes.subarray(offset, offset + PIECE_BYTES), isLast),
    );
    const piece = isFirst ? decoded.trimStart() : decoded;
    if (isFirst && !piece.startsWith('<')) throw new FatalFlaw('not-a-statement', terms.noXml);
    isFirst = false;
    yield piece;
  }
  if (isFirst) throw new FatalFlaw('not-a-statement', terms.noXml);
}

function attempt(label: string, decode: () => string): string {
  try {
    return decode();
  } catch {
    throw new FatalFlaw(
      'broken-file',
      `The file has bytes that are not of its encoding, ${label}. Download it from the bank again.`,
    );
  }
}
