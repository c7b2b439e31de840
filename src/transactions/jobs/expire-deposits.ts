import type { Logger } from 'pino';
import type { Schedule } from '../../operations/runtime.ts';
import { expiryOf } from '../domain/transition.ts';
import { MAX_SKIPPED } from '../limits.ts';
import type { TransactionStore } from '../store.ts';

const INTERVAL_MS = 1000;
/** Deposits that expire in one turn. They share a commit, which a create may have to wait for. */
const GROUP_SIZE = 8;
/** After a full group the sweep pauses for this many times as long as the group took: creates come first. */
const PAUSE_PER_WORK = 9;
const MIN_PAUSE_MS = 10;

interface SweeperOptions {
  readonly transactions: TransactionStore;
  readonly steadyNowMs: () => number;
  readonly runsJobs: () => boolean;
  readonly schedule: Schedule;
  readonly logger: Logger;
}

/** Expires pending deposits that have passed their time limit, once it is started. */
export function createSweeper(options: SweeperOptions) {
  const { schedule, logger, steadyNowMs, runsJobs } = options;
  let stopped = false;
  let cancel = () => {};
  let running: Promise<unknown> = Promise.resolve();
  /** Deposits that could not expire in this sweep: the next one tries them again. */
  let passed: readonly string[] = [];

  async function expireAndSchedule(): Promise<void> {
    const startedAtMs = steadyNowMs();
    let isPressing = false;
    try {
      const { isMoreDue, failedIds } = await expireGroup(options, passed);
      passed = isMoreDue && passed.length < MAX_SKIPPED ? [...passed, ...failedIds] : [];
      // On a full disk every group fails, and the log has a line for each.
      isPressing = isMoreDue && failedIds.length < GROUP_SIZE;
    } catch (err) {
      // A database that cannot be read, for example.
      logger.warn({ err }, 'expired deposits could not be swept');
    }
    const pauseMs = Math.max(MIN_PAUSE_MS, PAUSE_PER_WORK * (steadyNowMs() - startedAtMs));
    if (!stopped) cancel = schedule(begin, isPressing ? Math.min(pauseMs, INTERVAL_MS) : INTERVAL_MS);
  }

  function begin(): void {
    if (runsJobs()) running = expireAndSchedule();
    else cancel = schedule(begin, INTERVAL_MS);
  }

  return {
    /**
     * Sweeps from now on, while requests are served: every second, or group after group while more is due. After a group
     * of which nothing could be stored, the next one follows a second later.
     */
    start: begin,
    /** Expires every deposit that is due now, without pauses. @returns how many. */
    async sweep() {
      await running;
      let count = 0;
      let failedIds: readonly string[] = [];
      for (;;) {
        const group = await expireGroup(options, failedIds);
        count += group.expiredCount;
        failedIds = [...failedIds, ...group.failedIds];
        if (!group.isMoreDue || failedIds.length > MAX_SKIPPED) return count;
      }
    },
    /** Starts no further group. Resolves when the running one has ended. */
    async stop() {
      stopped = true;
      cancel();
      await running;
    },
  };
}

/** Expires the deposits that are overdue the longest. @param except ids of those that could not expire before. */
async function expireGroup({ transactions, steadyNowMs, logger }: SweeperOptions, except: readonly string[]) {
  const expired = await transactions.findExpired(GROUP_SIZE, except);
  const outcomes = await Promise.allSettled(
    expired.map((deposit) => transactions.transition(expiryOf(deposit, steadyNowMs()))),
  );
  const failedIds: string[] = [];
  let expiredCount = 0;
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.status === 'fulfilled')
      expiredCount += outcome.value.kind === 'stored' && outcome.value.isChanged ? 1 : 0;
    else failedIds.push(...expired.slice(index, index + 1).map(({ id }) => id));
  }
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  // A locked database, for example. A later sweep finds the same deposits.
  if (failure)
    logger.warn({ err: failure.reason, transactionIds: failedIds }, 'expired deposits could not be swept');
  return { expiredCount, failedIds, isMoreDue: expired.length === GROUP_SIZE };
}
