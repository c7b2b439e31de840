/** A scan looks at this many rows in one statement, then lets other queries run. */
export const CHUNK_ROWS = 2_000;
/** A scan that has looked at this many rows ends its page; the next request continues there. */
export const MAX_SCANNED_ROWS = 100_000;

/** Lets other queries run between two statements of a scan. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise(setImmediate);
}
