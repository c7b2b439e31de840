/** Fills the buffer with unpredictable bytes: `randomFillSync` of node:crypto in production. */
export type RandomFill = (bytes: Buffer) => Buffer;

const MAX_COUNT = 0xffffff;
/** The counts of a millisecond. */
const COUNTS_PER_MS = 2 ** 14;
/** Far less than the counts of a millisecond. If these run out, ids take counts of the next milliseconds. */
const MAX_STEP = 64;

/**
 * Creates a generator of ids: 24 lower-case hex characters of 4 bytes of unix seconds, 5 random bytes per process,
 * and a 3-byte count. The ids of one process ascend even when its clock steps back, so that new rows are appended
 * to the end of an index. The count follows the time and takes random steps: a client that sees its own ids does not
 * learn how many others were made.
 */
export function createIdGenerator(nowMs: () => number, randomFill: RandomFill): () => string {
  const processPart = randomFill(Buffer.alloc(5)).toString('hex');
  const next = createRandomPieces(randomFill, 2);
  let lastSeconds = 0;
  let count = 0;

  return () => {
    const timeMs = Math.floor(nowMs());
    const seconds = Math.floor(timeMs / 1000);
    const drawn = next().readUInt16LE();
    count += 1 + (drawn % MAX_STEP);
    // If the clock stops or steps back for long, the count overflows into the seconds of the id.
    if (seconds > lastSeconds || count > MAX_COUNT) {
      lastSeconds = Math.max(seconds, lastSeconds + 1);
      count = 0;
    }
    if (seconds === lastSeconds)
      count = Math.max(count, (timeMs % 1000) * COUNTS_PER_MS + (drawn % COUNTS_PER_MS));
    return `${firstIdAt(lastSeconds * 1000)}${processPart}${count.toString(16).padStart(6, '0')}`;
  };
}

/** The text with which the ids of a time begin: no id of this second or a later one comes before it. */
export function firstIdAt(timeMs: number): string {
  const seconds = Math.max(0, Math.floor(timeMs / 1000));
  return seconds.toString(16).padStart(8, '0');
}

export const TRANSACTION_ID = /^[0-9a-f]{24}$/;

/**
 * Creates a generator of secret tokens: 16 random bytes (128 bits) in base64url (22 characters) or hex (32).
 */
export function createTokenGenerator(
  randomFill: RandomFill,
  encoding: 'base64url' | 'hex' = 'base64url',
): () => string {
  const next = createRandomPieces(randomFill, 16);
  return () => {
    const piece = next();
    const token = piece.toString(encoding);
    piece.fill(0);
    return token;
  };
}

/** Gives random bytes out of a pool, because one call for 4 KiB is far cheaper than 256 calls for 16 bytes. */
function createRandomPieces(randomFill: RandomFill, pieceBytes: number): () => Buffer {
  const pool = Buffer.alloc(4096);
  let offset = pool.length;
  return () => {
    if (offset === pool.length) {
      randomFill(pool);
      offset = 0;
    }
    offset += pieceBytes;
    return pool.subarray(offset - pieceBytes, offset);
  };
}
