import cluster from 'node:cluster';
import type { Logger } from 'pino';
import type { RemoteBanks } from '../banks/remote.ts';
import type { Config } from '../config/config.ts';
import { type AppContext, openAppContext } from '../context/context.ts';
import type { CountGuess } from '../http/guesses.ts';
import { tooMany } from '../operations/rate-limit.ts';
import { nodePlatform, type Platform } from '../platform.ts';
import { createWorkerTransport, type Link, openLink } from '../workers/link.ts';
import { machineMs } from '../workers/machine-clock.ts';
import type { WorkerSettings } from '../workers/messages.ts';
import { createLeasedPoints } from '../workers/points.ts';
import { type Observation, openObservation } from './observation.ts';
import { serve } from './serve-http.ts';

export interface WorkerOptions {
  readonly config: Config;
  readonly logger: Logger;
  readonly settings: WorkerSettings;
  /** Called when the primary asks this worker to stop, or is gone. */
  onEnd(isOrphan: boolean): void;
}

/** Starts a process that answers requests for a primary. @returns the function that finishes them. */
export async function startWorker(options: WorkerOptions): Promise<() => Promise<void>> {
  const { logger, settings, onEnd } = options;
  const link = openLink();
  followPrimary(link, onEnd);
  const config = { ...options.config, port: settings.port ?? options.config.port };
  const platform: Platform = {
    ...nodePlatform,
    // A clock of its own could be apart from that of the jobs, after a jump of the wall clock.
    steadyZeroMs: settings.steadyZeroMs + machineMs() - nodePlatform.monotonicMs(),
  };
  const observation = await openObservation({
    ...{ config, logger, platform, processName: `worker-${settings.number}` },
  });
  const transport = createWorkerTransport(link);
  // What the primary tells after its answer must not be lost while this process opens the rest.
  const banks = followBanks(link);
  banks.begin((await link.ask('hello', null)).banks);
  const context = await openAppContext({
    logger,
    config,
    platform,
    migrate: false,
    engine: { writeOver: settings.socketPath },
    observation,
    shared: {
      processes: settings.count,
      transport,
      points: createLeasedPoints({
        pointsPerSecond: config.rateLimitPerSecond,
        workers: settings.count,
        monotonicMs: platform.monotonicMs,
        lease: (key, points) => link.ask('lease', { key, points }),
        owe: (key, points) => link.send({ kind: 'owe', key, points }),
      }),
    },
  });
  const { outbox, remoteBanks } = context;
  banks.tell((state) => remoteBanks?.adopt(state));
  outbox.subscribe(inOneTurn((traces) => link.send({ kind: 'callbacks', traces })));
  answerMeasures(link, observation, context);
  const http = await serve(context, {
    ...{ config, logger, platform, observation, sharesPort: true, countGuess: countOverLink(link) },
  });
  link.send({ kind: 'listening', url: http.url });
  return async () => {
    await http.close();
    await context.close();
    await observation.close();
  };
}

/** The process ends with the primary, which writes for it. */
function followPrimary(link: Link, onEnd: (isOrphan: boolean) => void): void {
  link.handle({ stop: () => onEnd(false) });
  cluster.worker?.on('disconnect', () => {
    // Without this Node ends the process at once, before requests in flight get their responses.
    if (cluster.worker) cluster.worker.exitedAfterDisconnect = true;
    onEnd(true);
  });
}

/** Keeps the newest state of the banks that the primary tells, until and after there is somebody who wants it. */
function followBanks(link: Link) {
  let newest: RemoteBanks | undefined;
  let adopt: (state: RemoteBanks) => void = () => {};
  link.handle({
    banks(message) {
      newest = message.banks;
      adopt(newest);
    },
  });
  return {
    /** Takes the answer to the first question. Whatever was told is newer, or the same. */
    begin(state: RemoteBanks | undefined) {
      newest ??= state;
    },
    tell(to: (state: RemoteBanks) => void) {
      adopt = to;
      if (newest) adopt(newest);
    },
  };
}

/** Counts the wrong guesses at all workers together. */
function countOverLink(link: Link): CountGuess {
  return async (address) => {
    const retryAfterSeconds = await link.ask('guess', { address });
    if (retryAfterSeconds > 0) throw tooMany(retryAfterSeconds);
  };
}

/** Tells the primary what this process has counted, when it asks. */
function answerMeasures(link: Link, { metrics }: Observation, { engine }: AppContext): void {
  metrics?.watchPools(engine.poolUse);
  link.handle({
    async measure({ id }) {
      if (metrics) link.send({ kind: 'measured', id, snapshot: await metrics.snapshot() });
    },
  });
}

/** Calls of one turn of the event loop become one. */
function inOneTurn<T>(run: (gathered: readonly T[]) => void): (items: readonly T[]) => void {
  let gathered: T[] | undefined;
  return (items) => {
    if (gathered) {
      gathered.push(...items);
      return;
    }
    gathered = [...items];
    setImmediate(() => {
      const all = gathered ?? [];
      gathered = undefined;
      run(all);
    });
  };
}
