import fc from 'fast-check';

/** The seed is fixed, so that every run has the same cases. A failure prints the seed and the path of its case. */
const SEED = 20_261_120;

/** Checks a property over many cases. */
export function holds<T>(property: fc.IProperty<T> | fc.IAsyncProperty<T>, numRuns = 1000) {
  return fc.assert(property as fc.IAsyncProperty<T>, { seed: SEED, numRuns });
}
