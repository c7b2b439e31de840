/** The clock and the chance of the process, given from outside so that tests decide them. */
export interface Runtime {
  readonly nowMs: () => number;
  /**
   * A clock that runs as the wall clock does but never jumps, in epoch milliseconds: what is due some time
   * later is measured by it. Only times of one database can be compared.
   */
  readonly steadyNowMs: () => number;
  readonly newId: () => string;
  readonly newToken: () => string;
  /** From 0 up to, not including, 1: for waits that are not to be alike. */
  readonly random: () => number;
  /** Unpredictable bytes, for secrets. */
  readonly randomBytes: (byteCount: number) => Buffer;
}

/** Runs something later, once. @returns how to call it off. */
export type Schedule = (run: () => void, delayMs: number) => () => void;
