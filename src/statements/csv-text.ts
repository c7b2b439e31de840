import { isUtf8 } from 'node:buffer';

const CHUNK_BYTES = 64 * 1024;
const SAMPLE_BYTES = 4096;
/** Turkish letters such as ğ have no zero byte, but they are a small part of a text. */
const MIN_SHARE = 0.7;

interface Encoding {
  readonly label: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1254';
  /** The length of the byte order mark. */
  readonly skip: number;
}

/**
 * Detects the encoding of a text file by its byte order mark, else by the zero bytes of UTF-16, else by whether it is
 * valid UTF-8. Any other text is in the Turkish windows-1254.
 */
export function encodingOf(bytes: Uint8Array): Encoding {
  return detectUnicode(bytes) ?? { label: isUtf8(bytes) ? 'utf-8' : 'windows-1254', skip: 0 };
}

/** Detects UTF-8 by its byte order mark, and UTF-16 also by its zero bytes; undefined if the first bytes prove neither. */
export function detectUnicode(bytes: Uint8Array): Encoding | undefined {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return { label: 'utf-8', skip: 3 };
  if (first === 0xff && second === 0xfe) return { label: 'utf-16le', skip: 2 };
  if (first === 0xfe && second === 0xff) return { label: 'utf-16be', skip: 2 };
  const label = unmarkedUtf16(bytes.subarray(0, SAMPLE_BYTES));
  return label && { label, skip: 0 };
}

/** Whether a text is in UTF-16. */
export function isUtf16(bytes: Uint8Array): boolean {
  return detectUnicode(bytes)?.label.startsWith('utf-16') ?? false;
}

/** Converts a text in UTF-16 to UTF-8, and returns any other as it is. */
export function withoutUtf16(bytes: Uint8Array): Uint8Array {
  return isUtf16(bytes) ? Buffer.concat([...utf8Chunks(bytes)]) : bytes;
}

/**
 * Detects UTF-16 without a mark: western texts have a zero in most of its code units, always at the same byte, and
 * never elsewhere.
 */
function unmarkedUtf16(sample: Uint8Array): Encoding['label'] | undefined {
  const zeros = [0, 0];
  sample.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  const most = (sample.length / 2) * MIN_SHARE;
  if (even === 0 && odd > most) return 'utf-16le';
  return odd === 0 && even > most ? 'utf-16be' : undefined;
}

/** The text of a file as pieces of UTF-8, so that a long file is never in memory twice. */
export function* utf8Chunks(bytes: Uint8Array): Generator<Uint8Array, void, void> {
  const { label, skip } = encodingOf(bytes);
  const decoder = label === 'utf-8' ? undefined : new TextDecoder(label);
  for (let offset = skip; offset < bytes.length; offset += CHUNK_BYTES) {
    const chunk = bytes.subarray(offset, offset + CHUNK_BYTES);
    yield decoder ? Buffer.from(decoder.decode(chunk, { stream: true })) : chunk;
  }
}

/** The text at the beginning of a file, of at most `maxBytes` bytes. */
export function textStart(bytes: Uint8Array, maxBytes: number): string {
  const { label, skip } = encodingOf(bytes.subarray(0, maxBytes));
  return new TextDecoder(label).decode(bytes.subarray(skip, maxBytes));
}
