/** `npm run test:long` sets it: tests with a short form then run in their long one. */
export const IS_LONG = process.env.LONG === '1';

interface Sample<T> {
  /** The place of the first case that the short form runs; 0 by default. */
  readonly from?: number;
  /** Whether the short form runs a case in any case, because others depend on it. */
  readonly isNeeded?: (one: T) => boolean;
}

/** The cases of a sweep: all of them in the long form, every n-th in the short one, and one of those that are fewer. */
export function everyNth<T>(n: number, cases: readonly T[], sample: Sample<T> = {}): readonly T[] {
  const { from = 0, isNeeded = () => false } = sample;
  const first = from % Math.min(n, cases.length);
  return IS_LONG ? cases : cases.filter((one, place) => place % n === first || isNeeded(one));
}
