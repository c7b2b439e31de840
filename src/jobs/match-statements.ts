import type { Logger } from 'pino';
import type { Observer } from '../operations/observer.ts';
import type { StatementMatching } from '../operations/reconciliation/line-store.ts';
import type { Schedule } from '../operations/runtime.ts';

/** The time until the next look for new lines. */
const PAUSE_MS = 1000;

export interface StatementMatcherOptions {
  readonly matching: StatementMatching;
  /** Whether this process is the one that matches. */
  readonly runsJobs: () => boolean;
  readonly schedule: Schedule;
  readonly observer: Observer | undefined;
  readonly logger: Logger;
}

/** Decides about the lines of imported files again and again, a few at a time. */
export interface StatementMatcher {
  start(): void;
  /** Decides about all lines that there are now, behind a run that is under way. Never rejects. */
  matchNow(): Promise<void>;
  /** Begins nothing new, and waits for what is under way. */
  stop(): Promise<void>;
}

/** Makes a matcher that does nothing until it is started. */
export function createStatementMatcher(options: StatementMatcherOptions): StatementMatcher {
  const { matching, runsJobs, schedule, observer, logger } = options;
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  let cancel = () => {};

  async function matchAll(): Promise<void> {
    while (!isStopped) {
      const fileId = await matching.findUnmatched();
      if (fileId === undefined || isStopped) return;
      for (;;) {
        const { lineCount, decidedCount, states } = await matching.matchNext(fileId);
        observer?.lines(states);
        if (lineCount === 0) break;
        // Something else changes the transactions of all of them just now.
        if (decidedCount === 0 || isStopped) return;
      }
    }
  }

  /** One run at a time. */
  function matchNow(): Promise<void> {
    running = running
      .then(matchAll)
      .catch((err: unknown) => logger.error({ err }, 'lines of bank statements were not matched'));
    return running;
  }

  function later(): void {
    cancel = schedule(async () => {
      if (runsJobs()) await matchNow();
      if (!isStopped) later();
    }, PAUSE_MS);
  }

  return {
    start: later,
    matchNow,
    async stop() {
      isStopped = true;
      cancel();
      await running;
    },
  };
}
