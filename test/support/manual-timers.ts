import type { Timers } from '../../src/client/index.ts';

/** Timers that go off when a test says so. */
export interface ManualTimers extends Timers {
  /** The delays of the timers that run now, in the order in which they were set. */
  readonly delaysMs: () => number[];
  /** Lets the timer with this delay go off. @throws Error when there is none. */
  fire(delayMs: number): void;
}

export function createManualTimers(): ManualTimers {
  const running = new Set<{ readonly delayMs: number; readonly run: () => void }>();
  return {
    after(delayMs, run) {
      const timer = { delayMs, run };
      running.add(timer);
      return () => void running.delete(timer);
    },
    delaysMs: () => [...running].map(({ delayMs }) => delayMs),
    fire(delayMs) {
      const timer = [...running].find((one) => one.delayMs === delayMs);
      if (!timer) throw new Error(`no timer runs for ${delayMs} ms`);
      running.delete(timer);
      timer.run();
    },
  };
}
