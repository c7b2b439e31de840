import type { Claim } from '../callbacks/outbox.ts';

/** However few want some, this part is the most that one gets: whoever comes next finds some, too. */
const LARGEST_PART = 1 / 8;

/** Shares out the room that is left in memory among those that want some of it: as equally as they want it. */
export function shareCapacity(wanted: readonly Claim[], room: number): Claim[] {
  // Those that have least so far come first: where it is not enough for all, it is their turn.
  const inTurn = wanted.toSorted((one, other) => other.limit - one.limit);
  let left = room;
  return inTurn
    .map(({ clientId, limit }, index) => {
      const part = Math.min(LARGEST_PART, 1 / (inTurn.length - index));
      const share = Math.min(limit, Math.ceil(left * part));
      left -= share;
      return { clientId, limit: share };
    })
    .filter(({ limit }) => limit > 0);
}
