import type { Logger } from 'pino';
import type { Schedule } from '../../operations/runtime.ts';
import type { RefreshOutcome, RemoteBankDirectory } from './remote.ts';

const FIRST_RETRY_MS = 1000;
const REFRESHED: RefreshOutcome = { kind: 'refreshed' };

export interface BankRefresherOptions {
  readonly directory: RemoteBankDirectory;
  readonly refreshMs: number;
  /** Whether this process is the one that asks the service. The others read the copy that it keeps in the database. */
  readonly runsJobs: () => boolean;
  readonly schedule: Schedule;
  /** A number in [0, 1). */
  readonly random: () => number;
  readonly logger: Logger;
}

/** Refreshes a remote bank directory again and again. */
export interface BankRefresher {
  /** Starts. Resolves at once if the directory has a list, else after the first attempt. */
  start(): Promise<void>;
  /** Refreshes now, or waits for the running refresh. Never rejects. */
  refresh(): Promise<void>;
  /** Cancels the next refresh and aborts the running one. */
  stop(): Promise<void>;
}

/** Makes a refresher that does nothing until it is started. */
export function createBankRefresher(options: BankRefresherOptions): BankRefresher {
  const { directory, refreshMs, runsJobs, schedule, random } = options;
  const stopping = new AbortController();
  const log = createTransitionLog(options);
  let running: Promise<void> | undefined;
  let cancel = () => {};
  let failures = 0;

  async function attempt(): Promise<void> {
    cancel();
    const isKept = !runsJobs() && (await directory.followCopy());
    const outcome = isKept ? REFRESHED : await directory.refresh(stopping.signal);
    running = undefined;
    if (stopping.signal.aborted) return;
    log(outcome);
    failures = outcome.kind === 'failed' ? failures + 1 : 0;
    cancel = schedule(() => void refresh(), refreshDelayMs(failures, refreshMs, random()));
  }

  function refresh(): Promise<void> {
    if (stopping.signal.aborted) return Promise.resolve();
    running ??= attempt();
    return running;
  }

  return {
    refresh,
    async start() {
      const first = refresh();
      if (!directory.health().usable) await first;
    },
    async stop() {
      stopping.abort();
      cancel();
      await running;
    },
  };
}

/**
 * Delay before the next refresh: `refreshMs` after a success; 1 s after a failure, doubled with each further one, up to
 * `refreshMs`. `chance` (0 to 1) takes off up to a quarter, so that many services do not ask at the same time.
 */
function refreshDelayMs(failures: number, refreshMs: number, chance: number): number {
  const retryMs = failures === 0 ? refreshMs : FIRST_RETRY_MS * 2 ** (failures - 1);
  return Math.min(retryMs, refreshMs) * (1 - chance / 4);
}

/** Logs one line when something starts to fail and one when it works again, not one for each attempt. */
function createTransitionLog({
  logger,
  directory,
}: Pick<BankRefresherOptions, 'logger' | 'directory'>): (outcome: RefreshOutcome) => void {
  let isFailing = false;
  let isCopyFailing = false;
  return (outcome) => {
    if (outcome.kind === 'stopped') return;
    const fails = outcome.kind === 'failed';
    if (fails && !isFailing) logger.warn({ err: outcome.unexpected }, directory.health().detail);
    if (!fails && isFailing) logger.info('the list of banks is fresh again');
    isFailing = fails;
    if (fails) return;
    const { copyError } = outcome;
    if (copyError !== undefined && !isCopyFailing)
      logger.warn({ err: copyError }, 'the copy of the list of banks cannot be written');
    if (copyError === undefined && isCopyFailing)
      logger.info('the copy of the list of banks is written again');
    isCopyFailing = copyError !== undefined;
  };
}
