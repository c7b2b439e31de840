import type { Logger } from 'pino';
import type { Engine } from '../../db/engine.ts';
import type { Config } from '../config/config.ts';
import type { Schedule } from '../operations/runtime.ts';

const FIRST_RUN_MS = 60_000;
const INTERVAL_MS = 600_000;
const OPTIMIZE_INTERVAL_MS = 86_400_000;
/** The pause between two commits, so that creates get most of the time. */
export const PAUSE_MS = 50;
/** The most rows of one commit. Creates that arrive meanwhile wait for it. */
const STEP_ROWS = 250;

interface RetentionOptions {
  readonly engine: Pick<Engine, 'run' | 'optimize'>;
  /** The ages at which rows are dropped; undefined to keep them. */
  readonly ages: Config['retention'];
  /** By the wall clock, like the times of events and attempts. */
  readonly nowMs: () => number;
  readonly monotonicMs: () => number;
  readonly runsJobs: () => boolean;
  readonly schedule: Schedule;
  readonly logger: Logger;
}

/** Deletes records that are older than their retention time, in small steps while the service runs, once it is started. */
export function createRetention(options: RetentionOptions) {
  const { engine, ages, nowMs, monotonicMs, runsJobs, schedule, logger } = options;
  let stopped = false;
  let optimizedAtMs = Number.NEGATIVE_INFINITY;
  let cancel = () => {};
  let endPause = () => {};
  let running: Promise<unknown> = Promise.resolve();

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      const cancelPause = schedule(resolve, PAUSE_MS);
      endPause = () => {
        cancelPause();
        resolve();
      };
    });
  }

  /** @param step drops a few rows; its `next` is where the next step starts, or null when there are no more old rows. */
  async function drop<K>(
    ageMs: number | undefined,
    step: (
      cutoffMs: number,
      after: K | undefined,
    ) => Promise<{ readonly dropped: number; readonly next: K | null }>,
  ): Promise<number> {
    if (ageMs === undefined) return 0;
    const cutoffMs = nowMs() - ageMs;
    let count = 0;
    let after: K | undefined;
    while (!stopped) {
      const { dropped, next } = await step(cutoffMs, after);
      count += dropped;
      if (next === null || stopped) return count;
      after = next;
      await pause();
    }
    return count;
  }

  async function run() {
    const attempts = await drop<number>(ages.attemptsMs, (cutoffMs, after = 0) =>
      engine.run('dropOldAttempts', { cutoffMs, after, limit: STEP_ROWS, nowMs: nowMs() }),
    );
    const callbacks = await drop<string>(ages.callbacksMs, (cutoffMs, after = '') =>
      engine.run('dropOldCallbacks', { cutoffMs, after, limit: STEP_ROWS }),
    );
    return { attempts, callbacks };
  }

  async function optimizeDaily(): Promise<void> {
    if (monotonicMs() - optimizedAtMs < OPTIMIZE_INTERVAL_MS) return;
    await engine.optimize();
    optimizedAtMs = monotonicMs();
  }

  async function runAndSchedule(): Promise<void> {
    try {
      const { attempts, callbacks } = await run();
      if (attempts + callbacks > 0) logger.info({ attempts, callbacks }, 'dropped what was old');
      if (!stopped) await optimizeDaily();
    } catch (err) {
      // A locked database, for example. The next run finds the same rows.
      logger.warn({ err }, 'old rows could not be dropped');
    }
    if (!stopped) cancel = schedule(begin, INTERVAL_MS);
  }

  function begin(): void {
    if (runsJobs()) running = runAndSchedule();
    else cancel = schedule(begin, INTERVAL_MS);
  }

  return {
    start() {
      cancel = schedule(begin, FIRST_RUN_MS);
    },
    /** Drops all that is old now. */
    run,
    /** Begins no further step. Resolves when the running one has ended. */
    async stop() {
      stopped = true;
      cancel();
      endPause();
      await running;
    },
  };
}
