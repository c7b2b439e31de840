import type { Logger } from 'pino';
import type { ClientDirectory } from '../admin/client-directory.ts';
import { type BankRefresher, createBankRefresher } from '../banks/remote/refresh-banks.ts';
import type { RemoteBankDirectory } from '../banks/remote/remote.ts';
import type { CallbackOutbox } from '../callbacks/outbox.ts';
import { createDeliver } from '../callbacks/sending/deliver.ts';
import { createSender } from '../callbacks/sending/send.ts';
import { CallbackTraces } from '../callbacks/sending/traces.ts';
import { CallbackWorker } from '../callbacks/worker/deliver-callbacks.ts';
import { createRetention, type Retention, type RetentionOptions } from '../maintenance/drop-old.ts';
import type { Observer } from '../operations/observer.ts';
import type { Runtime, Schedule } from '../operations/runtime.ts';
import type { Tracing } from '../operations/tracing.ts';
import type { StatementReading } from '../reconciliation/import-store.ts';
import { createStatementMatcher, type StatementMatcher } from '../reconciliation/jobs/match-statements.ts';
import {
  createStatementInbox,
  type StatementInbox,
  type StatementInboxOptions,
} from '../reconciliation/jobs/watch-statements.ts';
import type { StatementMatching } from '../reconciliation/line-store.ts';
import { createSweeper, type Sweeper } from '../transactions/jobs/expire-deposits.ts';
import { createPlanRunner, type PlanRunner } from '../transactions/jobs/run-plans.ts';
import type { TransactionStore } from '../transactions/store.ts';

/** Time that a stop waits for receivers, by default. */
const RECEIVERS_MS = 2000;

/** The work that no request starts. */
export interface Jobs {
  /** Delivers callbacks. */
  readonly callbackWorker: CallbackWorker;
  /** Expires pending deposits. */
  readonly sweeper: Sweeper;
  /** Makes planned decisions when they are due. */
  readonly planRunner: PlanRunner;
  /** Refreshes the list of banks if it comes from another service. */
  readonly bankRefresher: BankRefresher | undefined;
  /** Matches the lines of bank statements. */
  readonly statementMatcher: StatementMatcher;
  /** Imports the files of a folder, if there is one. */
  readonly statementInbox: StatementInbox | undefined;
  /** Drops what is older than its retention age. */
  readonly retention: Retention;
  /** Starts every job. Resolves when banks are usable, if they can be. */
  start(): Promise<void>;
  /** Starts nothing new, and aborts requests to receivers that do not respond soon. */
  stop(): Promise<void>;
}

export interface JobsOptions {
  readonly dependencies: {
    readonly runtime: Runtime;
    readonly clients: ClientDirectory;
    readonly transactions: TransactionStore;
    readonly statements: {
      readonly matching: StatementMatching;
      readonly reading: Pick<StatementReading, 'close'>;
    };
  };
  readonly outbox: CallbackOutbox;
  /** The directory to refresh, and how often; undefined when banks come from the local table. */
  readonly banks: { readonly directory: RemoteBankDirectory; readonly refreshMs: number } | undefined;
  readonly retention: Pick<RetentionOptions, 'engine' | 'ages'>;
  /** The folder whose files are imported; undefined without one. */
  readonly inbox: Pick<StatementInboxOptions, 'folder' | 'importFile'> | undefined;
  readonly platform: {
    readonly monotonicMs: () => number;
    readonly schedule: Schedule;
  };
  /** Whether this process is the one that runs what one process at a time runs. Every process delivers callbacks. */
  readonly runsJobs: () => boolean;
  readonly receiversMs?: number | undefined;
  readonly production: boolean;
  readonly version: string;
  readonly logger: Logger;
  readonly observer: Observer | undefined;
  readonly tracing: Tracing | undefined;
}

/** Makes the jobs. None of them does anything until `start`. */
export function createJobs(options: JobsOptions): Jobs {
  const { dependencies, outbox, banks, runsJobs, production, version, logger, observer, tracing } = options;
  const { receiversMs = RECEIVERS_MS } = options;
  const { runtime, clients, transactions } = dependencies;
  const { nowMs, steadyNowMs, isTimeSure, random } = runtime;
  const { schedule, monotonicMs } = options.platform;
  const sender = createSender({ production, nowMs, monotonicMs, schedule });
  const traces = new CallbackTraces();
  const userAgent = `bank-transfers/${version}`;
  const sending = { sender, clients, runtime, userAgent, traces, tracing, observer, logger };
  const callbackWorker = new CallbackWorker({
    outbox,
    deliver: createDeliver(sending),
    steadyNowMs,
    monotonicMs,
    isTimeSure,
    schedule,
    logger,
  });
  const sweeper = createSweeper({ transactions, steadyNowMs, runsJobs, schedule, logger });
  const planRunner = createPlanRunner({ transactions, schedule, logger });
  const bankRefresher = banks && createBankRefresher({ ...banks, runsJobs, schedule, random, logger });
  const retention = createRetention({
    ...options.retention,
    nowMs,
    monotonicMs,
    runsJobs,
    schedule,
    logger,
  });
  const { matching } = dependencies.statements;
  const statementMatcher = createStatementMatcher({ matching, runsJobs, schedule, observer, logger });
  const { inbox } = options;
  const statementInbox = inbox && createStatementInbox({ ...inbox, monotonicMs, runsJobs, schedule, logger });
  let unsubscribe = () => {};

  async function stopCallbacks(): Promise<void> {
    unsubscribe();
    // The next process sends the callbacks again that receivers have not acknowledged before this deadline.
    const deadline = setTimeout(() => sender.close(), receiversMs);
    await callbackWorker.stop();
    clearTimeout(deadline);
    sender.close();
  }

  return {
    callbackWorker,
    sweeper,
    planRunner,
    bankRefresher,
    retention,
    statementMatcher,
    statementInbox,
    async start() {
      await bankRefresher?.start();
      await outbox
        .endLeases()
        .catch((err: unknown) => logger.warn({ err }, 'old leases could not be ended: they end in a minute'));
      unsubscribe = outbox.subscribe((kept) => {
        traces.keep(kept);
        callbackWorker.wake();
      });
      callbackWorker.start();
      sweeper.start();
      planRunner.start();
      retention.start();
      statementMatcher.start();
      statementInbox?.start();
    },
    async stop() {
      // A file of a folder stays there, and is imported by the next process.
      dependencies.statements.reading.close();
      const callbacks = Promise.all([sweeper.stop(), planRunner.stop(), statementMatcher.stop()]).then(
        stopCallbacks,
      );
      const housekeeping = [bankRefresher?.stop(), retention.stop()];
      await Promise.all([...housekeeping, statementInbox?.stop(), callbacks]);
    },
  };
}
