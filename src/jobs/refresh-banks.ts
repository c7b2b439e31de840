import type { Logger } from 'pino';
import type { RefreshOutcome, RemoteBankDirectory } from '../banks/remote.ts';
import type { Schedule } from '../operations/runtime.ts';

const FIRST_RETRY_MS = 1000;

export interface BankRefresherOptions {
  readonly directory: RemoteBankDirectory;
  readonly refreshMs: number;
  readonly schedule: Schedule;
  /** From 0 up to, not including, 1. */
  readonly random: () => number;
  readonly logger: Logger;
}

/** Keeps a remote bank directory up to date in the background. */
export interface BankRefresher {
  /** Begins. With a copy to serve from it does not wait; without one it waits for the first attempt. */
  start(): Promise<void>;
  /** Refreshes now, or joins the refresh that is running. Never rejects. */
  refresh(): Promise<void>;
  /** Calls off what is planned and breaks off what is running. */
  stop(): Promise<void>;
}

/** Makes a refresher that does nothing until it is started. */
export function createBankRefresher(options: BankRefresherOptions): BankRefresher {
  const { directory, refreshMs, schedule, random } = options;
  const stopping = new AbortController();
  const log = createTransitionLog(options);
  let running: Promise<void> | undefined;
  let cancel = () => {};
  let failures = 0;

  async function attempt(): Promise<void> {
    cancel();
    const outcome = await directory.refresh(stopping.signal);
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
 * How long to wait before the next refresh: `refreshMs` after a success; after failures 1 s, then twice as
 * long each time, up to `refreshMs`. Up to a quarter less by chance, so that many services do not ask as one.
 */
export function refreshDelayMs(failures: number, refreshMs: number, chance: number): number {
  const retryMs = failures === 0 ? refreshMs : FIRST_RETRY_MS * 2 ** (failures - 1);
  return Math.min(retryMs, refreshMs) * (1 - chance / 4);
}

/** One line when something begins to fail and one when it works again, however often it is tried between. */
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
