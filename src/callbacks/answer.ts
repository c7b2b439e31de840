const KEPT_BYTES = 1024;
const MAX_READ_BYTES = 64 * 1024;

/** Counts what is read of an answer's body, and keeps its start. */
export class AnswerBody {
  #start: Buffer = Buffer.alloc(0);
  #readBytes = 0;

  add(chunk: Buffer): void {
    this.#readBytes += chunk.length;
    const room = KEPT_BYTES - this.#start.length;
    if (room > 0) this.#start = Buffer.concat([this.#start, chunk.subarray(0, room)]);
  }

  /** Whether no more of it is to be read. */
  get isFull(): boolean {
    return this.#readBytes >= MAX_READ_BYTES;
  }

  /** The start as a line of text: at most 1 KiB in UTF-8; null when there was no body. */
  text(): string | null {
    if (this.#start.length === 0) return null;
    // As a stream, so that a character cut in two at the end is left out instead of garbled.
    const text = new TextDecoder().decode(this.#start, { stream: true });
    const line = text.replace(/[\t\r\n\u2028\u2029]+/g, ' ').replace(/[\p{Cc}\p{Cf}]/gu, '\uFFFD');
    const { read } = new TextEncoder().encodeInto(line, new Uint8Array(KEPT_BYTES));
    return line.slice(0, read);
  }
}

/** Seconds until when a receiver asks not to be called (RFC 9110, 10.2.3); null when it does not say. */
export function readRetryAfter(header: string | undefined, nowMs: number): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  // Stricter than Date.parse, which takes nearly anything for a date.
  if (!/^[A-Z][a-z]{2,8}, \d.* GMT$/.test(header)) return null;
  const dateMs = Date.parse(header);
  return Number.isNaN(dateMs) ? null : Math.max(0, Math.ceil((dateMs - nowMs) / 1000));
}
