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
