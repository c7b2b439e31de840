import type { Logger } from 'pino';
import type { Schedule } from '../operations/runtime.ts';
import type { TransactionStore } from '../operations/transactions/store.ts';

const INTERVAL_MS = 1000;
const BATCH_SIZE = 200;

export interface SweeperOptions {
  readonly transactions: TransactionStore;
  readonly steadyNowMs: () => number;
  readonly schedule: Schedule;
  readonly logger: Logger;
}

/** Expires pending deposits that have passed their time limit. */
export interface Sweeper {
  /** Sweeps at once, then every second. Resolves after the first sweep. */
  start(): Promise<void>;
  /** Expires every deposit that is due now. @returns how many. */
  sweep(): Promise<number>;
  /** Starts no further sweep. Resolves when the running one has ended. */
  stop(): Promise<void>;
}

/** Makes a sweeper that does nothing until it is started. */
export function createSweeper(options: SweeperOptions): Sweeper {
  const { schedule, logger } = options;
  let stopped = false;
  let cancel = () => {};
  let running: Promise<unknown> = Promise.resolve();

  async function sweepAndSchedule(): Promise<void> {
    try {
      await sweepAll(options);
    } catch (err) {
      // A locked database, for example. The next sweep finds the same deposits.
      logger.warn({ err }, 'expired deposits could not be swept');
    }
    if (!stopped) cancel = schedule(begin, INTERVAL_MS);
  }

  function begin(): void {
    running = sweepAndSchedule();
  }

  return {
    async start() {
      begin();
      await running;
    },
    sweep: () => sweepAll(options),
    async stop() {
      stopped = true;
      cancel();
      await running;
    },
  };
}

async function sweepAll({ transactions, steadyNowMs }: SweeperOptions): Promise<number> {
  let count = 0;
  for (;;) {
    const ids = await transactions.findExpired(BATCH_SIZE);
    const outcomes = await Promise.all(
      ids.map((transactionId) =>
        transactions.transition({
          transactionId,
          command: { kind: 'expire', steadyNowMs: steadyNowMs() },
          actor: { kind: 'service', clientId: null },
        }),
      ),
    );
    count += outcomes.filter((outcome) => outcome.kind === 'stored' && outcome.isChanged).length;
    if (ids.length < BATCH_SIZE) return count;
  }
}
