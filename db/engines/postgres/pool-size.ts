/** The most connections of one process by default. */
export const DEFAULT_POOL_SIZE = 16;
/** One for each kind of work, and one that listens. */
export const MIN_POOL_SIZE = 5;

/** Divides the connections of a process among the kinds of work. One more listens, and one checks. */
export function dividePool(size: number) {
  const queries = Math.max(1, Math.floor(size / 8));
  const reads = Math.max(1, Math.floor(size / 4));
  return { queries, reads, commands: Math.max(1, size - queries - reads - 2) };
}
