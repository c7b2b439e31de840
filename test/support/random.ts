/** Numbers that look random and are the same for the same seed. */
export interface Random {
  /** From 0 to 1, without 1. */
  next(): number;
  /** A whole number from 0 to `bound`, without `bound`. */
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
