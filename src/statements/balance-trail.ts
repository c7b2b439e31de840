/** A movement from one balance to the next. */
export interface Step {
  readonly from: number;
  readonly to: number;
}

/** Where a trail of all steps begins and ends. A circuit ends where it begins, and can begin at any of its balances. */
export type TrailEnds = { readonly start: number; readonly end: number } | 'circuit';

/** The ends of a trail of all steps, by Euler's rule; undefined where there can be none. */
export function trailEnds(steps: readonly Step[]): TrailEnds | undefined {
  const surplus = new Map<number, number>();
  for (const { from, to } of steps) {
    surplus.set(from, (surplus.get(from) ?? 0) + 1);
    surplus.set(to, (surplus.get(to) ?? 0) - 1);
  }
  const uneven = [...surplus].filter(([, count]) => count !== 0);
  if (uneven.length === 0) return 'circuit';
  const start = uneven.find(([, count]) => count === 1)?.[0];
  const end = uneven.find(([, count]) => count === -1)?.[0];
  return uneven.length === 2 && start !== undefined && end !== undefined ? { start, end } : undefined;
}

/**
 * Orders steps so that each begins where the one before it ended (Hierholzer's algorithm, linear in the steps).
 * @returns undefined if no trail from this start uses all of them.
 */
export function findTrail<T extends Step>(steps: readonly T[], start: number): readonly T[] | undefined {
  const ends = trailEnds(steps);
  if (!ends || (ends !== 'circuit' && ends.start !== start)) return undefined;
  const leaving = new Map<number, T[]>();
  // The last one is taken first, so the list is in reverse of the file.
  for (const step of steps.toReversed()) {
    const others = leaving.get(step.from);
    if (others) others.push(step);
    else leaving.set(step.from, [step]);
  }
  const trail: T[] = [];
  const path: T[] = [];
  let at = start;
  for (;;) {
    const next = leaving.get(at)?.pop();
    if (next) {
      path.push(next);
      at = next.to;
      continue;
    }
    const done = path.pop();
    if (!done) break;
    trail.push(done);
    at = done.from;
  }
  return trail.length === steps.length ? trail.reverse() : undefined;
}
