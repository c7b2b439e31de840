import { MAX_READ_BYTES } from '../limits.ts';

const KEPT_BYTES = 1024;

/** The start of a response body, and a count of all that was read of it. */
export class ResponseExcerpt {
  #start: Buffer = Buffer.alloc(0);
  #readBytes = 0;

  add(chunk: Buffer): void {
    this.#readBytes += chunk.length;
    const missingBytes = KEPT_BYTES - this.#start.length;
    if (missingBytes > 0) this.#start = Buffer.concat([this.#start, chunk.subarray(0, missingBytes)]);
  }

  /** True once no more of the body should be read. */
  get isFull(): boolean {
    return this.#readBytes >= MAX_READ_BYTES;
  }

  /** The excerpt as one line of at most 1 KiB in UTF-8; null when there was no body. */
  text(): string | null {
    if (this.#start.length === 0) return null;
    // Decoded as a stream, so that a character cut in two at the end is left out instead of garbled.
    const text = new TextDecoder().decode(this.#start, { stream: true });
    const line = text.replace(/[\t\r\n\u2028\u2029]+/g, ' ').replace(/[\p{Cc}\p{Cf}]/gu, '\uFFFD');
    const { read } = new TextEncoder().encodeInto(line, new Uint8Array(KEPT_BYTES));
    return line.slice(0, read);
  }
}

/** Reads `Retry-After` (RFC 9110, 10.2.3) as seconds from now; null when it is missing or malformed. */
export function readRetryAfter(header: string | undefined, nowMs: number): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  // Stricter than Date.parse, which takes nearly anything for a date.
  if (!/^[A-Z][a-z]{2,8}, \d.* GMT$/.test(header)) return null;
  const dateMs = Date.parse(header);
  return Number.isNaN(dateMs) ? null : Math.max(0, Math.ceil((dateMs - nowMs) / 1000));
}
