/**
 * Fills a list up to the next power of two with its last value, so that lists in statements have few different
 * sizes, and their statements stay prepared.
 */
export function padToPowerOfTwo<T>(values: readonly T[]): T[] {
  const last = values.at(-1);
  if (last === undefined) return [];
  const size = 2 ** Math.ceil(Math.log2(values.length));
  return [...values, ...new Array<T>(size - values.length).fill(last)];
}
