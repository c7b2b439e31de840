/** Clocks and randomness of the process, injected so that tests control them. */
export interface Runtime {
  readonly nowMs: () => number;
  /**
   * The steady clock, in epoch milliseconds: it runs like the wall clock but never jumps. Deadlines are
   * measured by it. Its times are comparable only within one database.
   */
  readonly steadyNowMs: () => number;
  readonly newId: () => string;
  readonly newToken: () => string;
  /** From 0 (inclusive) to 1 (exclusive), for jitter. */
  readonly random: () => number;
  /** Unpredictable bytes, for secrets. */
  readonly randomBytes: (byteCount: number) => Buffer;
}

/** Runs a function once, later. @returns a function that cancels it. */
export type Schedule = (run: () => void, delayMs: number) => () => void;
