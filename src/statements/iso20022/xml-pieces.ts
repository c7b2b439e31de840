import { fatal, quoted } from '../read-failure.ts';
import { createDecoder, xmlEncoding } from './xml-encoding.ts';

/** How many bytes are decoded at once: in any encoding more characters than a line keeps of its file. */
const PIECE_BYTES = 65_536;

/** The problem codes of a reader for files that it cannot read. */
export interface XmlTerms {
  readonly tooLarge: 'file_too_large' | 'report_too_large';
  readonly noXml: 'no_camt_xml' | 'no_report_xml';
}

/**
 * Decodes an XML file piece by piece. Leading white space is removed, because XML does not allow it before a declaration.
 * @throws {FatalFailure} if the file is too large or not XML, if its encoding is unknown, or if its bytes are not valid in
 *   that encoding.
 */
export function* xmlPieces(
  bytes: Uint8Array,
  { maxBytes }: { readonly maxBytes: number },
  { tooLarge, noXml }: XmlTerms,
): Generator<string, void, void> {
  if (bytes.length > maxBytes) throw fatal(tooLarge, null, maxBytes);
  const encoding = xmlEncoding(bytes);
  if ('unknown' in encoding) throw fatal('unknown_encoding', null, quoted(encoding.unknown));
  const decode = createDecoder(encoding.label);
  let isFirst = true;
  for (let offset = 0; offset < bytes.length; offset += PIECE_BYTES) {
    const isLast = offset + PIECE_BYTES >= bytes.length;
    const decoded = attempt(encoding.label, () =>
      decode(bytes.subarray(offset, offset + PIECE_BYTES), isLast),
    );
    const piece = isFirst ? decoded.trimStart() : decoded;
    if (isFirst && !piece.startsWith('<')) throw fatal(noXml, null);
    isFirst = false;
    yield piece;
  }
  if (isFirst) throw fatal(noXml, null);
}

function attempt(label: string, decode: () => string): string {
  try {
    return decode();
  } catch {
    throw fatal('other_encoding', null, label);
  }
}
