/** The clocks of the machine: what it believes the time to be, and how long it has run. */
export interface Clocks {
  readonly nowMs: () => number;
  /** Never steps, and says nothing of the date. */
  readonly monotonicMs: () => number;
}

/** A clock that runs with the wall clock but does not follow its jumps. */
export interface SteadyClock {
  nowMs(): number;
  /** What is to be added to the wall clock now: kept, it lets the next process go on from here. */
  offsetMs(): number;
}

/** Two readings of one clock may differ by this much more than those of the other before it is a jump. */
const TOLERANCE_MS = 1000;

/** @param offsetMs what an earlier process found out; 0 for a new database. */
export function createSteadyClock({ nowMs, monotonicMs }: Clocks, offsetMs: number): SteadyClock {
  let offset = offsetMs;
  let lastWall = nowMs();
  let lastMonotonic = monotonicMs();

  function look(): void {
    const wall = nowMs();
    const monotonic = monotonicMs();
    const jump = wall - lastWall - (monotonic - lastMonotonic);
    // Less is the wall clock being set right little by little, which is to be followed.
    if (Math.abs(jump) > TOLERANCE_MS) offset -= jump;
    lastWall = wall;
    lastMonotonic = monotonic;
  }

  return {
    nowMs() {
      look();
      return Math.round(lastWall + offset);
    },
    offsetMs() {
      look();
      return Math.round(offset);
    },
  };
}
