import type { Logger } from 'pino';
import type { Observer } from '../../operations/observer.ts';
import type { Schedule } from '../../operations/runtime.ts';
import type { StatementMatching } from '../line-store.ts';

/** The time until the next look for new lines. */
const PAUSE_MS = 1000;
/** The runs in which a file fails from one message of the log to the next. */
const RUNS_PER_MESSAGE = 60;

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
  /** Decides about all present lines, after the current run has ended. Never rejects. */
  matchNow(): Promise<void>;
  /** Starts no new run, and waits for the current one. */
  stop(): Promise<void>;
}

/** Makes a matcher that does nothing until it is started. */
export function createStatementMatcher(options: StatementMatcherOptions): StatementMatcher {
  const { matching, runsJobs, schedule, observer, logger } = options;
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  let cancel = () => {};
  /** How often in a row files have failed. */
  const failures = new Map<string, number>();

  async function matchAll(): Promise<void> {
    let passed: string | undefined;
    while (!isStopped) {
      const fileId = await matching.findUnmatched(passed);
      if (fileId === undefined || isStopped) return;
      try {
        await matchFile(fileId);
        failures.delete(fileId);
      } catch (err) {
        noteFailure(fileId, err);
      }
      // One that is not done waits for the next run, and stops no other file.
      passed = fileId;
    }
  }

  async function matchFile(fileId: string): Promise<void> {
    for await (const { decidedCount, states } of matching.match(fileId)) {
      observer?.lines(states);
      // Where nothing was decided, something else changes the transactions of all of the lines just now.
      if (decidedCount === 0 || isStopped) return;
    }
  }

  function noteFailure(fileId: string, err: unknown): void {
    const count = (failures.get(fileId) ?? 0) + 1;
    failures.set(fileId, count);
    // There is a run each second: the first failure is said, and then one in a minute.
    if (count === 1 || count % RUNS_PER_MESSAGE === 0)
      logger.error({ err, fileId, failures: count }, 'lines of bank statements were not matched');
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
