import type { Logger } from 'pino';
import type { Observer } from '../../operations/observer.ts';
import type { Schedule } from '../../operations/runtime.ts';
import type { StatementMatching } from '../line-store.ts';

/** The pause before the next check for new lines. */
const PAUSE_MS = 1000;
/**
 * After how many runs the lines that wait for payouts are checked again: what their decisions are based on can change
 * at any time.
 */
const RUNS_PER_LOOK = 10;
/** The most rounds of a run. Lines that would then still be decided in another way wait for the next run. */
const MAX_ROUNDS = 5;
/** The name under which failures of waiting lines are counted, as if they were a file. */
const WAITING_LINES = 'waiting lines';
/** How many failing runs of a file pass between two log messages. */
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

/** Creates a matcher that does nothing until it is started. */
export function createStatementMatcher(options: StatementMatcherOptions): StatementMatcher {
  const { matching, runsJobs, schedule, observer, logger } = options;
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  let cancel = () => {};
  /** How many times in a row each file has failed. */
  const failures = new Map<string, number>();

  async function matchAll(looksAgain: boolean): Promise<void> {
    let looks = (await matchFiles()) || looksAgain;
    // A line with a new decision can change what another one waits for, such as a debit for its return.
    for (let round = 0; looks && round < MAX_ROUNDS && !isStopped; round += 1) {
      looks = (await reopen()) > 0;
      if (looks) await matchFiles();
    }
    for (const failure of matching.takeFailures())
      logger.error(failure, 'a line of a bank statement was not matched');
  }

  /** @returns the number of waiting lines that are new again. */
  async function reopen(): Promise<number> {
    try {
      const count = await matching.reopenOutdated();
      failures.delete(WAITING_LINES);
      return count;
    } catch (err) {
      noteFailure(WAITING_LINES, err);
      return 0;
    }
  }

  /** @returns whether lines were decided about. */
  async function matchFiles(): Promise<boolean> {
    let hasDecided = false;
    let passed: string | undefined;
    while (!isStopped) {
      const fileId = await matching.findUnmatched(passed);
      if (fileId === undefined || isStopped) break;
      try {
        if (await matchFile(fileId)) hasDecided = true;
        failures.delete(fileId);
      } catch (err) {
        noteFailure(fileId, err);
      }
      // A file that is not done waits for the next run, and does not stop other files.
      passed = fileId;
    }
    return hasDecided;
  }

  /** @returns whether any of its lines were decided about. */
  async function matchFile(fileId: string): Promise<boolean> {
    let hasDecided = false;
    for await (const { decidedCount, states } of matching.match(fileId)) {
      observer?.lines(states);
      // If nothing was decided, something else is changing the transactions of all the lines just now.
      if (decidedCount === 0) break;
      hasDecided = true;
      if (isStopped) break;
    }
    return hasDecided;
  }

  function noteFailure(fileId: string, err: unknown): void {
    const count = (failures.get(fileId) ?? 0) + 1;
    failures.set(fileId, count);
    // There is a run each second: the first failure is logged, and then one per minute.
    if (count === 1 || count % RUNS_PER_MESSAGE === 0)
      logger.error({ err, fileId, failures: count }, 'lines of bank statements were not matched');
  }

  /** Starts a run after the current one has ended. */
  function run(looksAgain: boolean): Promise<void> {
    running = running
      .then(() => matchAll(looksAgain))
      .catch((err: unknown) => logger.error({ err }, 'lines of bank statements were not matched'));
    return running;
  }

  function later(runs = 1): void {
    cancel = schedule(async () => {
      if (runsJobs()) await run(runs % RUNS_PER_LOOK === 0);
      if (!isStopped) later(runs + 1);
    }, PAUSE_MS);
  }

  return {
    start: () => later(),
    matchNow: () => run(true),
    async stop() {
      isStopped = true;
      cancel();
      await running;
    },
  };
}
