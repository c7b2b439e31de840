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

/** The text between two tags of XML, or in an attribute with double quotation marks. */
export function escapeXml(text: string): string {
  if (!/[&<>"]/.test(text)) return text;
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
