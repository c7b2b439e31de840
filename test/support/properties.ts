import fc from 'fast-check';
import { IS_LONG } from './long.ts';

/** The seed is fixed, so that every run has the same cases. A failure prints the seed and the path of its case. */
const SEED = 20_261_120;

const RUNS = IS_LONG ? 1000 : 30;

/** Checks a property over many cases. */
export function holds<T>(property: fc.IProperty<T> | fc.IAsyncProperty<T>, numRuns = RUNS) {
  return fc.assert(property as fc.IAsyncProperty<T>, { seed: SEED, numRuns });
}
