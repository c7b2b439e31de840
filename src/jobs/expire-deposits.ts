import type { Logger } from 'pino';
import { expiryOf } from '../domain/transition.ts';
import type { Schedule } from '../operations/runtime.ts';
import type { TransactionStore } from '../operations/transactions/store.ts';

const INTERVAL_MS = 1000;
/** Deposits that expire in one turn. They share a commit, which a create may have to wait for. */
const GROUP_SIZE = 8;
/** After a full group the sweep pauses for this many times as long as the group took: creates come first. */
const PAUSE_PER_WORK = 9;
const SHORTEST_PAUSE_MS = 10;

export interface SweeperOptions {
  readonly transactions: TransactionStore;
  readonly steadyNowMs: () => number;
  /** Whether this process is the one that runs jobs. */
  readonly runsJobs: () => boolean;
  readonly schedule: Schedule;
  readonly logger: Logger;
}

/** Expires pending deposits that have passed their time limit. */
export interface Sweeper {
  /** Sweeps beside requests from now on: every second, or group after group while more is due. */
  start(): void;
  /** Expires every deposit that is due now, without pauses. @returns how many. */
  sweep(): Promise<number>;
  /** Starts no further group. Resolves when the running one has ended. */
  stop(): Promise<void>;
}

/** Makes a sweeper that does nothing until it is started. */
export function createSweeper(options: SweeperOptions): Sweeper {
  const { schedule, logger, steadyNowMs, runsJobs } = options;
  let stopped = false;
  let cancel = () => {};
  let running: Promise<unknown> = Promise.resolve();

  async function expireAndSchedule(): Promise<void> {
    const startedAtMs = steadyNowMs();
    let isMoreDue = false;
    try {
      isMoreDue = (await expireGroup(options)).isMoreDue;
    } catch (err) {
      // A locked database, for example. The next sweep finds the same deposits.
      logger.warn({ err }, 'expired deposits could not be swept');
    }
    const pauseMs = Math.max(SHORTEST_PAUSE_MS, PAUSE_PER_WORK * (steadyNowMs() - startedAtMs));
    if (!stopped) cancel = schedule(begin, isMoreDue ? Math.min(pauseMs, INTERVAL_MS) : INTERVAL_MS);
  }

  function begin(): void {
    if (runsJobs()) running = expireAndSchedule();
    else cancel = schedule(begin, INTERVAL_MS);
  }

  return {
    start: begin,
    async sweep() {
      await running;
      let count = 0;
      for (;;) {
        const { expiredCount, isMoreDue } = await expireGroup(options);
        count += expiredCount;
        if (!isMoreDue) return count;
      }
    },
    async stop() {
      stopped = true;
      cancel();
      await running;
    },
  };
}

/** Expires the deposits that are overdue the longest. */
async function expireGroup({ transactions, steadyNowMs }: SweeperOptions) {
  const ids = await transactions.findExpired(GROUP_SIZE);
  const outcomes = await Promise.all(ids.map((id) => transactions.transition(expiryOf(id, steadyNowMs()))));
  return {
    expiredCount: outcomes.filter((outcome) => outcome.kind === 'stored' && outcome.isChanged).length,
    isMoreDue: ids.length === GROUP_SIZE,
  };
}
