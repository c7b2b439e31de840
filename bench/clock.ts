/**
 * Microseconds of CLOCK_MONOTONIC, which all processes of a Linux machine share: a moment of one can be taken from
 * a moment of another.
 */
export function monotonicUs(): number {
  return Number(process.hrtime.bigint() / 1000n);
}
