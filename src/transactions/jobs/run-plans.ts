import type { Logger } from 'pino';
import type { Schedule } from '../../operations/runtime.ts';
import type { TransactionStore } from '../store.ts';

/** A decision takes effect at most this long after it is due. */
const INTERVAL_MS = 500;

interface PlanRunnerOptions {
  readonly transactions: Pick<TransactionStore, 'runDuePlans'>;
  readonly schedule: Schedule;
  readonly logger: Logger;
}

/** Runs planned decisions when they are due, once it is started. Every process does so. */
export function createPlanRunner({ transactions, schedule, logger }: PlanRunnerOptions) {
  let isStopped = false;
  let cancel = () => {};
  let running: Promise<void> = Promise.resolve();

  function begin(): void {
    running = transactions
      .runDuePlans()
      // For example a locked database. The plans are still due in the next run.
      .catch((err: unknown) => logger.warn({ err }, 'planned decisions could not be made'))
      .then(() => {
        if (!isStopped) cancel = schedule(begin, INTERVAL_MS);
      });
  }

  return {
    start: begin,
    /** Runs all decisions that are due now. */
    async runNow() {
      await running;
      await transactions.runDuePlans();
    },
    /** Starts no new run, and waits for the current one. */
    async stop() {
      isStopped = true;
      cancel();
      await running;
    },
  };
}
