/** Fills the buffer with unpredictable bytes: `randomFillSync` of node:crypto in production. */
export type RandomFill = (bytes: Buffer) => Buffer;

const MAX_COUNT = 0xffffff;

/**
 * Creates a generator of ids: 24 lower-case hex characters of 4 bytes of unix seconds, 5 random bytes per process,
 * and a 3-byte counter. The ids of one process ascend even when its clock steps back, so that new rows are appended
 * to the end of an index.
 */
export function createIdGenerator(nowMs: () => number, randomFill: RandomFill): () => string {
  const seed = randomFill(Buffer.alloc(8));
  const processPart = seed.toString('hex', 0, 5);
  // The counter starts in the lower half of its range, which leaves eight million ids for each second.
  const firstCount = seed.readUIntBE(5, 3) >>> 1;
  let lastSeconds = 0;
  let counter = firstCount;

  return () => {
    const seconds = Math.floor(nowMs() / 1000);
    // If the clock stops or steps back for long, the counter overflows into the seconds of the id.
    if (seconds > lastSeconds || counter > MAX_COUNT) {
      lastSeconds = Math.max(seconds, lastSeconds + 1);
      counter = firstCount;
    }
    const id = `${firstIdAt(lastSeconds * 1000)}${processPart}${counter.toString(16).padStart(6, '0')}`;
    counter += 1;
    return id;
  };
}

/** The text with which the ids of a time begin: no id of this second or a later one comes before it. */
export function firstIdAt(timeMs: number): string {
  const seconds = Math.max(0, Math.floor(timeMs / 1000));
  return seconds.toString(16).padStart(8, '0');
}

export const TRANSACTION_ID = /^[0-9a-f]{24}$/;

/**
 * Creates a generator of secret tokens: 16 random bytes (128 bits) in base64url (22 characters) or hex (32). They come
 * from a pool, because one call for 4 KiB is far cheaper than 256 calls for 16 bytes.
 */
export function createTokenGenerator(
  randomFill: RandomFill,
  encoding: 'base64url' | 'hex' = 'base64url',
): () => string {
  const pool = Buffer.alloc(4096);
  let offset = pool.length;

  return () => {
    if (offset === pool.length) {
      randomFill(pool);
      offset = 0;
    }
    const token = pool.toString(encoding, offset, offset + 16);
    pool.fill(0, offset, offset + 16);
    offset += 16;
    return token;
  };
}
