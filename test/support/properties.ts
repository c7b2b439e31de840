import fc from 'fast-check';
import { IS_LONG } from './long.ts';

/** The seed is fixed, so that every run has the same cases. A failure prints the seed and the path of its case. */
const SEED = 20_261_120;

const RUNS = IS_LONG ? 1000 : 30;
/** The short form runs one in so many cases of a property with a given number of cases. */
const SHORTER = 5;

/**
 * Checks a property over many cases.
 * @param numRuns how many cases the long form has.
 */
export function holds<T>(property: fc.IProperty<T> | fc.IAsyncProperty<T>, numRuns?: number) {
  if (numRuns === undefined || IS_LONG) return holdsIn(property, numRuns ?? RUNS);
  return holdsIn(property, Math.ceil(numRuns / SHORTER));
}

/** Checks a property with the same number of cases in each form, for rare cases. */
export function holdsIn<T>(property: fc.IProperty<T> | fc.IAsyncProperty<T>, numRuns: number) {
  return fc.assert(property as fc.IAsyncProperty<T>, { seed: SEED, numRuns });
}

/**
 * Any code point, as a unit of texts. Unlike the `binary` of fast-check it has half surrogates, and makes no table of all
 * code points in each process.
 */
export const ANY_CHARACTER = fc.integer({ min: 0, max: 0x10_ffff }).map((code) => String.fromCodePoint(code));
