import type { Logger } from 'pino';
import type { Schedule } from '../operations/runtime.ts';

/** Far more often than what is prepared is used up, so that some failures do no harm. */
const INTERVAL_MS = 6 * 3_600_000;

export interface StoragePreparerOptions {
  /** Prepares what writes need in the weeks after a time; the service has done so at its start. */
  readonly prepare: (nowMs: number) => Promise<readonly string[]>;
  readonly nowMs: () => number;
  /** Whether this process is the one that prepares. */
  readonly runsJobs: () => boolean;
  readonly schedule: Schedule;
  readonly logger: Logger;
}

/** Prepares the storage again and again, such as the numbers that the next rows get. */
export interface StoragePreparer {
  start(): void;
  /** Resolves when the running preparation has ended. */
  stop(): Promise<void>;
}

/** Makes the job. It does nothing until it is started. */
export function createStoragePreparer(options: StoragePreparerOptions): StoragePreparer {
  const { prepare, nowMs, runsJobs, schedule, logger } = options;
  let stopped = false;
  let cancel = () => {};
  let running: Promise<unknown> = Promise.resolve();

  async function prepareAndSchedule(): Promise<void> {
    try {
      const added = runsJobs() ? await prepare(nowMs()) : [];
      if (added.length > 0) logger.info({ added }, 'prepared the storage');
    } catch (err) {
      logger.warn({ err }, 'the storage could not be prepared');
    }
    if (!stopped) cancel = schedule(begin, INTERVAL_MS);
  }

  function begin(): void {
    running = prepareAndSchedule();
  }

  return {
    start() {
      cancel = schedule(begin, INTERVAL_MS);
    },
    async stop() {
      stopped = true;
      cancel();
      await running;
    },
  };
}
