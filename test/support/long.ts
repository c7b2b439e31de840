/** Set by `npm run test:long`: tests with a short form then run in their long form. */
export const IS_LONG = process.env.LONG === '1';

interface Sample<T> {
  /** The place of the first case that the short form runs; 0 by default. */
  readonly from?: number;
  /** Whether the short form always runs a case, because others depend on it. */
  readonly isNeeded?: (one: T) => boolean;
}

/** The cases of a sweep: all of them in the long form, and every n-th, but at least one, in the short form. */
export function everyNth<T>(n: number, cases: readonly T[], sample: Sample<T> = {}): readonly T[] {
  const { from = 0, isNeeded = () => false } = sample;
  const first = from % Math.min(n, cases.length);
  return IS_LONG ? cases : cases.filter((one, place) => place % n === first || isNeeded(one));
}
