import type { Logger } from 'pino';
import type { RemoteBankDirectory } from '../banks/remote.ts';
import { createDeliver } from '../callbacks/deliver.ts';
import type { CallbackOutbox } from '../callbacks/outbox.ts';
import { createSender } from '../callbacks/send.ts';
import type { ClientDirectory } from '../operations/admin/directory.ts';
import type { Runtime, Schedule } from '../operations/runtime.ts';
import type { TransactionStore } from '../operations/transactions/store.ts';
import { CallbackWorker } from './deliver-callbacks.ts';
import { createSweeper, type Sweeper } from './expire-deposits.ts';
import { type BankRefresher, createBankRefresher } from './refresh-banks.ts';

/** Time that a stop waits for receivers. */
const CALLBACK_STOP_MS = 2000;

/** The work that no request starts. */
export interface Jobs {
  /** Delivers callbacks. */
  readonly callbackWorker: CallbackWorker;
  /** Expires pending deposits. */
  readonly sweeper: Sweeper;
  /** Refreshes the list of banks if it comes from another service. */
  readonly bankRefresher: BankRefresher | undefined;
  /**
   * Starts every job. Resolves when the list of banks has been read, if that is possible, and due deposits have
   * expired.
   */
  start(): Promise<void>;
  /** Starts nothing new, and aborts requests to receivers that do not respond soon. */
  stop(): Promise<void>;
}

export interface JobsOptions {
  readonly dependencies: {
    readonly runtime: Runtime;
    readonly clients: ClientDirectory;
    readonly transactions: TransactionStore;
  };
  readonly outbox: CallbackOutbox;
  /** The directory to refresh, and how often; undefined when banks come from the local table. */
  readonly banks: { readonly directory: RemoteBankDirectory; readonly refreshMs: number } | undefined;
  readonly platform: {
    readonly monotonicMs: () => number;
    readonly schedule: Schedule;
  };
  readonly production: boolean;
  readonly version: string;
  readonly logger: Logger;
}

/** Makes the jobs. None of them does anything until `start`. */
export function createJobs(options: JobsOptions): Jobs {
  const { dependencies, outbox, banks, production, version, logger } = options;
  const { runtime, clients, transactions } = dependencies;
  const { nowMs, steadyNowMs, random } = runtime;
  const { schedule, monotonicMs } = options.platform;
  const sender = createSender({ production, nowMs, monotonicMs, schedule });
  const deliver = createDeliver({ sender, clients, runtime, userAgent: `bank-transfers/${version}` });
  const callbackWorker = new CallbackWorker({ outbox, deliver, steadyNowMs, schedule, logger });
  const sweeper = createSweeper({ transactions, steadyNowMs, schedule, logger });
  const bankRefresher = banks && createBankRefresher({ ...banks, schedule, random, logger });
  let unsubscribe = () => {};

  async function stopCallbacks(): Promise<void> {
    unsubscribe();
    // The next process sends the callbacks again that receivers have not acknowledged before this deadline.
    const deadline = setTimeout(() => sender.close(), CALLBACK_STOP_MS);
    await callbackWorker.stop();
    clearTimeout(deadline);
    sender.close();
  }

  return {
    callbackWorker,
    sweeper,
    bankRefresher,
    async start() {
      await bankRefresher?.start();
      // Only one service at a time sends from a database, so the process with these leases has ended.
      await outbox
        .endLeases()
        .catch((err: unknown) => logger.warn({ err }, 'old leases could not be ended: they end in a minute'));
      unsubscribe = outbox.subscribe(() => callbackWorker.wake());
      callbackWorker.start();
      await sweeper.start();
    },
    async stop() {
      await Promise.all([bankRefresher?.stop(), sweeper.stop().then(stopCallbacks)]);
    },
  };
}
