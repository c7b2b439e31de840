/** The decoders of the encodings that banks use, by the names that XML declarations give them, in small letters. */
const DECODERS: Readonly<Record<string, string>> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'us-ascii': 'utf-8',
  ascii: 'utf-8',
  'iso-8859-1': 'windows-1252',
  latin1: 'windows-1252',
  'iso-8859-9': 'windows-1254',
  latin5: 'windows-1254',
  'windows-1252': 'windows-1252',
  cp1252: 'windows-1252',
  'windows-1254': 'windows-1254',
  cp1254: 'windows-1254',
  // A declaration that can be read byte by byte is not in UTF-16. Programs write it so when they forget to convert it.
  'utf-16': 'utf-8',
};

/** The first bytes of files in UTF-16 or with a mark: of the mark itself, or of `<?`. */
const SIGNATURES: readonly (readonly [readonly number[], string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
  [[0x3c, 0x00], 'utf-16le'],
  [[0x00, 0x3c], 'utf-16be'],
];

const HEAD_BYTES = 512;
const DECLARED = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]{1,40})["']/;

/**
 * Finds the encoding of an XML file: by its first bytes, or by its declaration; UTF-8 without one (XML 1.0, appendix F).
 * @returns the label of a `TextDecoder`, or the declared name that is none of the encodings that can be read.
 */
export function xmlEncoding(bytes: Uint8Array): { readonly label: string } | { readonly unknown: string } {
  for (const [signature, label] of SIGNATURES)
    if (signature.every((byte, index) => bytes[index] === byte)) return { label };
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, HEAD_BYTES));
  const declared = DECLARED.exec(head)?.[1] ?? 'utf-8';
  const label = DECODERS[declared.toLowerCase()];
  return label === undefined ? { unknown: declared } : { label };
}

/** The characters of windows-1252 at 0x80 to 0x9f. Some versions of Node read control characters there. */
const WESTERN =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

/**
 * A decoder of a text that comes in pieces.
 * @returns a function from the next bytes to their text. It throws for bytes that are not of the encoding.
 */
export function createDecoder(label: string): (bytes: Uint8Array, isLast: boolean) => string {
  const decoder = new TextDecoder(label, { fatal: true });
  if (label !== 'windows-1252') return (bytes, isLast) => decoder.decode(bytes, { stream: !isLast });
  return (bytes) =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      .toString('latin1')
      .replace(/[\u0080-\u009f]/g, (control) => WESTERN.charAt(control.charCodeAt(0) - 0x80));
}
