/** Clocks and generators of the process, injected so that tests control them. */
export interface Runtime {
  /** The wall clock, in epoch milliseconds. */
  readonly nowMs: () => number;
  /** Epoch milliseconds of a clock that never jumps. Times at which something is due are measured by it. */
  readonly steadyNowMs: () => number;
  /**
   * False while `steadyNowMs` may be behind that of other processes. Work that only one process may do must then wait.
   */
  readonly isTimeSure: () => boolean;
  readonly newId: () => string;
  readonly newToken: () => string;
  /** An id of 128 random bits. Unlike `newId`, it does not reveal how many others were made. */
  readonly newRequestId: () => string;
  /** A random number in [0, 1), to spread waits. */
  readonly random: () => number;
  /** Unpredictable bytes, for secrets. */
  readonly randomBytes: (byteCount: number) => Buffer;
}

/** Runs a function once, after a delay. @returns a function that cancels it. */
export type Schedule = (run: () => void, delayMs: number) => () => void;
