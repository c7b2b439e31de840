import { createBankRefresher } from '../banks/remote/refresh-banks.ts';
import { createDeliver } from '../callbacks/sending/deliver.ts';
import { createSender } from '../callbacks/sending/send.ts';
import { CallbackTraces } from '../callbacks/sending/traces.ts';
import { CallbackWorker } from '../callbacks/worker/deliver-callbacks.ts';
import { createRetention } from '../maintenance/drop-old.ts';
import { commandLineOrigin } from '../operations/meta.ts';
import { importFile } from '../reconciliation/import.ts';
import type { InboxFolder } from '../reconciliation/jobs/inbox-folder.ts';
import { createStatementMatcher } from '../reconciliation/jobs/match-statements.ts';
import { createStatementInbox } from '../reconciliation/jobs/watch-statements.ts';
import { createSweeper } from '../transactions/jobs/expire-deposits.ts';
import { createPlanRunner } from '../transactions/jobs/run-plans.ts';
import type { AppContext } from './context.ts';
import type { ObservedOptions } from './observation.ts';
import { version } from './version.ts';

/** Time that a stop waits for receivers, by default. */
const RECEIVERS_MS = 2000;

export interface JobsOptions extends ObservedOptions {
  /** The folder whose files are imported; undefined without one. */
  readonly folder: InboxFolder | undefined;
  readonly receiversMs?: number | undefined;
}

/** The work that no request starts. */
export type Jobs = ReturnType<typeof createJobs>;

/** Makes the jobs. None of them does anything until `start`. */
export function createJobs({ engine, dependencies, outbox, remoteBanks }: AppContext, options: JobsOptions) {
  const { config, platform, folder, receiversMs = RECEIVERS_MS, logger } = options;
  const { observer, tracing } = options.observation;
  const { availableBanks, production } = config;
  const { runtime, clients, transactions, statements } = dependencies;
  const { nowMs, steadyNowMs, isTimeSure, random } = runtime;
  const { schedule, monotonicMs } = platform;
  // Every process delivers callbacks and makes planned decisions. One process at a time runs the other jobs.
  const { runsJobs } = engine;
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
  const bankRefresher =
    remoteBanks &&
    availableBanks &&
    createBankRefresher({
      directory: remoteBanks,
      refreshMs: availableBanks.refreshSeconds * 1000,
      runsJobs,
      schedule,
      random,
      logger,
    });
  const ages = config.retention;
  const retention = createRetention({ engine, ages, nowMs, monotonicMs, runsJobs, schedule, logger });
  const { matching } = statements;
  const statementMatcher = createStatementMatcher({ matching, runsJobs, schedule, observer, logger });
  const statementInbox =
    folder &&
    createStatementInbox({
      folder,
      importFile: (file) => importFile(dependencies, file, ofFolder(nowMs())),
      monotonicMs,
      runsJobs,
      schedule,
      logger,
    });
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
    /** Starts every job. Resolves when banks are usable, if they can be. */
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
    /** Starts nothing new, and aborts requests to receivers that do not respond soon. */
    async stop() {
      // A file of a folder stays there, and is imported by the next process.
      statements.reading.close();
      const callbacks = Promise.all([sweeper.stop(), planRunner.stop(), statementMatcher.stop()]).then(
        stopCallbacks,
      );
      const housekeeping = [bankRefresher?.stop(), retention.stop()];
      await Promise.all([...housekeeping, statementInbox?.stop(), callbacks]);
    },
  };
}

/**
 * The origin of imports from the folder. The audit log shows the folder, because it does not know who writes into it.
 */
function ofFolder(occurredAtMs: number) {
  const origin = commandLineOrigin('STATEMENTS_DIR', 'importStatementFile');
  return { clientId: null, audit: { ...origin, occurredAtMs } };
}
