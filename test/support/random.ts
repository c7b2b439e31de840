/** A generator of pseudo-random numbers, the same for the same seed. */
export interface Random {
  /** A number in [0, 1). */
  next(): number;
  /** An integer in [0, bound). */
  below(bound: number): number;
  pick<T>(values: readonly T[]): T;
}

/** The generator Mulberry32: small, and good enough to choose test cases. */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number) => Math.floor(next() * bound);
  return {
    next,
    below,
    pick(values) {
      const value = values[below(values.length)];
      if (value === undefined) throw new RangeError('there is nothing to pick from');
      return value;
    },
  };
}
