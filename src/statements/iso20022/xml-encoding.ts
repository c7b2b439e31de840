import { detectUnicode } from '../csv-text.ts';

/**
 * The encodings that some declarations stand for. UTF-16 cannot be true of a declaration that was read byte by byte:
 * programs declare it, and forget to convert the text. ASCII is part of UTF-8; `TextDecoder` would take it for windows-1252.
 */
const ACTUAL: Readonly<Record<string, string>> = { 'utf-16': 'utf-8', 'us-ascii': 'utf-8', ascii: 'utf-8' };
/** UTF-8 and the single-byte encodings, by the names that `TextDecoder` gives them. */
const SUPPORTED = /^(?:utf-8|iso-8859-\d{1,2}|windows-125\d)$/;

const HEAD_BYTES = 512;
const DECLARED = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]{1,40})["']/;

/**
 * Finds the encoding of an XML file by its first bytes, or else by its declaration. Without a declaration it is UTF-8
 * (XML 1.0, appendix F).
 * @returns the label for a `TextDecoder`, or the declared name if that encoding is not supported.
 */
export function xmlEncoding(bytes: Uint8Array): { readonly label: string } | { readonly unknown: string } {
  const head = bytes.subarray(0, HEAD_BYTES);
  const unicode = detectUnicode(head);
  if (unicode) return { label: unicode.label };
  const declared = DECLARED.exec(new TextDecoder('windows-1252').decode(head))?.[1] ?? 'utf-8';
  const label = labelOf(declared.toLowerCase());
  return label === undefined ? { unknown: declared } : { label };
}

function labelOf(name: string): string | undefined {
  try {
    const { encoding } = new TextDecoder(ACTUAL[name] ?? name);
    return SUPPORTED.test(encoding) ? encoding : undefined;
  } catch {
    return undefined;
  }
}

/** The characters of windows-1252 from 0x80 to 0x9f. Some versions of Node decode these bytes as control characters. */
const WINDOWS_1252_80_TO_9F =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

/**
 * Creates a decoder for a text that arrives in pieces.
 * @returns a function that decodes the next bytes. It throws a TypeError if they are not valid in the encoding.
 */
export function createDecoder(label: string): (bytes: Uint8Array, isLast: boolean) => string {
  const decoder = new TextDecoder(label, { fatal: true });
  if (label !== 'windows-1252') return (bytes, isLast) => decoder.decode(bytes, { stream: !isLast });
  return (bytes) =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      .toString('latin1')
      .replace(/[\u0080-\u009f]/g, (control) => WINDOWS_1252_80_TO_9F.charAt(control.charCodeAt(0) - 0x80));
}
