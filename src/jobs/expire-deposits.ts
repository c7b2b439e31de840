import type { Logger } from 'pino';
import type { Schedule } from '../operations/runtime.ts';
import type { TransactionStore } from '../operations/transactions/store.ts';

const INTERVAL_MS = 1000;
const AT_ONCE = 200;

export interface SweeperOptions {
  readonly transactions: TransactionStore;
  readonly steadyNowMs: () => number;
  /** Keeps what the steady clock knows of jumps, so that a restart does not forget it. */
  readonly saveClock: () => Promise<void>;
  readonly schedule: Schedule;
  readonly logger: Logger;
}

/** Lets pending deposits expire when their time is over. */
export interface Sweeper {
  /** Sweeps once, then again and again. */
  start(): Promise<void>;
  /** Expires all that is due now. @returns how many. */
  sweep(): Promise<number>;
  /** Ends the sweeping, and keeps what is known of the clock. */
  stop(): Promise<void>;
}

/** Makes a sweeper that does nothing until it is started. */
export function createSweeper(options: SweeperOptions): Sweeper {
  const { saveClock, schedule, logger } = options;
  let stopped = false;
  let cancel = () => {};
  let running: Promise<unknown> = Promise.resolve();

  async function turn(): Promise<void> {
    try {
      await sweepAll(options);
    } catch (err) {
      // Such as a locked database: the next turn finds the same ones.
      logger.warn({ err }, 'expired deposits could not be swept');
    }
    if (!stopped) cancel = schedule(begin, INTERVAL_MS);
  }

  function begin(): void {
    running = turn();
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
      // A jump since the last sweep is known to this process alone.
      await saveClock().catch((err: unknown) => logger.warn({ err }, 'the clock could not be saved'));
    },
  };
}

async function sweepAll({ transactions, steadyNowMs, saveClock }: SweeperOptions): Promise<number> {
  // First: an expiry must not rest on a time that a restart would not know of.
  await saveClock();
  let count = 0;
  for (;;) {
    const ids = await transactions.findExpired(AT_ONCE);
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
    if (ids.length < AT_ONCE) return count;
  }
}
