import type { Logger } from 'pino';
import { createDeliver } from '../callbacks/deliver.ts';
import { createSender } from '../callbacks/send.ts';
import type { Config } from '../config.ts';
import type { AppContext, Platform } from '../context.ts';
import { CallbackWorker } from './deliver-callbacks.ts';
import { createSweeper, type Sweeper } from './expire-deposits.ts';

/** How long a stop waits for receivers. */
const CALLBACK_STOP_MS = 2000;

/** What goes on beside requests. */
export interface Jobs {
  /** Delivers callbacks. */
  readonly callbackWorker: CallbackWorker;
  /** Lets deposits expire. */
  readonly sweeper: Sweeper;
  /** Begins nothing more, and cuts off receivers that do not answer soon. */
  stop(): Promise<void>;
}

interface JobsOptions {
  readonly config: Config;
  readonly logger: Logger;
  readonly platform: Platform;
  readonly version: string;
}

/** Makes what lets deposits expire and delivers callbacks; neither does anything until it is started. */
export function createJobs(
  { dependencies, outbox, saveClock }: AppContext,
  { config, logger, platform, version }: JobsOptions,
): Jobs {
  const { runtime, clients, transactions } = dependencies;
  const { nowMs, steadyNowMs } = runtime;
  const { schedule, monotonicMs } = platform;
  const sender = createSender({ production: config.production, nowMs, monotonicMs, schedule });
  const userAgent = `bank-transfers/${version}`;
  const deliver = createDeliver({ sender, clients, runtime, userAgent });
  const callbackWorker = new CallbackWorker({ outbox, deliver, steadyNowMs, schedule, logger });
  const sweeper = createSweeper({ transactions, steadyNowMs, saveClock, schedule, logger });
  return {
    callbackWorker,
    sweeper,
    async stop() {
      await sweeper.stop();
      // What a receiver does not answer by then is cut off, and sent again by the next process.
      const deadline = setTimeout(() => sender.close(), CALLBACK_STOP_MS);
      await callbackWorker.stop();
      clearTimeout(deadline);
      sender.close();
    },
  };
}
