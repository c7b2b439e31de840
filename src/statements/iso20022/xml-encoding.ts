import { unicodeOf } from '../csv-text.ts';

/**
 * What a declaration that is read byte by byte means, where its name says otherwise. Programs declare UTF-16 when they forget to
 * convert the text.
 */
const MEANT: Readonly<Record<string, string>> = { 'utf-16': 'utf-8', 'us-ascii': 'utf-8', ascii: 'utf-8' };
/** Encodings of one byte for each letter, whatever names they have: of the West, of Turkey, of Central Europe. */
const READABLE = /^(?:utf-8|iso-8859-\d{1,2}|windows-125\d)$/;

const HEAD_BYTES = 512;
const DECLARED = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]{1,40})["']/;

/**
 * Finds the encoding of an XML file: by its first bytes, or by its declaration; UTF-8 without one (XML 1.0, appendix F).
 * @returns the label of a `TextDecoder`, or the declared name that is none of the encodings that can be read.
 */
export function xmlEncoding(bytes: Uint8Array): { readonly label: string } | { readonly unknown: string } {
  const head = bytes.subarray(0, HEAD_BYTES);
  const proven = unicodeOf(head);
  if (proven) return { label: proven.label };
  const declared = DECLARED.exec(new TextDecoder('windows-1252').decode(head))?.[1] ?? 'utf-8';
  const label = labelOf(declared.toLowerCase());
  return label === undefined ? { unknown: declared } : { label };
}

function labelOf(name: string): string | undefined {
  try {
    const { encoding } = new TextDecoder(MEANT[name] ?? name);
    return READABLE.test(encoding) ? encoding : undefined;
  } catch {
    return undefined;
  }
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
