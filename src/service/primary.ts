import cluster from 'node:cluster';
import type { DatabaseLocation } from '../config/database-location.ts';
import { StartError } from '../config/start-error.ts';
import { ServiceError } from '../domain/errors.ts';
import { type CountGuess, createGuessCounter, GUESS_LIMITS } from '../http/guesses.ts';
import type { AdminServer } from '../metrics/admin-server.ts';
import { nodePlatform } from '../platform.ts';
import { type Crew, createCrew, type Member, StartRefusal } from '../workers/crew.ts';
import { createHub, type Hub } from '../workers/hub.ts';
import { machineMs } from '../workers/machine-clock.ts';
import { createMeasuring, type Measuring } from '../workers/measuring.ts';
import type { Question, Questions, ToPrimary, WorkerSettings } from '../workers/messages.ts';
import { createPointLeases, type PointLeases } from '../workers/points.ts';
import { chooseSocketPlace } from '../workers/socket-path.ts';
import { openObservation, serveMetrics } from './observation.ts';
import type { Server } from './server.ts';
import { allEnded, openService, type Service, type ServiceOptions } from './service.ts';

/** The requests of a worker have less time than that to end. */
const STOP_WORKERS_MS = 9000;

type PrimaryOptions = Pick<ServiceOptions, 'config' | 'logger'> & {
  /** Called once when no worker can be kept alive. */
  readonly onFailure: (error: Error) => void;
};

/**
 * Starts the service with several processes that answer requests. This one answers none: it owns the database file,
 * writes for all of them, runs the jobs, and replaces workers that die.
 */
export async function startPrimary(
  options: PrimaryOptions,
): Promise<Pick<Server, 'url' | 'metricsUrl' | 'dependencies' | 'stop'>> {
  const { config, logger } = options;
  const socket = socketOf(config.database);
  const hub = createHub();
  let crew: Crew | undefined;
  let admin: AdminServer | undefined;
  const observation = await openObservation({
    ...{ config, logger, platform: nodePlatform, processName: 'primary' },
  });
  const service = await openService({
    config,
    logger,
    observation,
    engine: { serveOn: socket?.path },
    shared: { processes: config.workers, transport: hub.transport },
    onBanks: (banks) => crew?.broadcast({ kind: 'banks', banks }),
  }).catch(async (error) => {
    await observation.close();
    throw error;
  });
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= allEnded([service.jobs.stop(), crew?.stop(STOP_WORKERS_MS), admin?.close()])
      .finally(service.close)
      .finally(observation.close)
      .finally(() => socket?.remove());
    return stopped;
  };
  try {
    await service.jobs.start();
    const measuring = observation.metrics && createMeasuring(await mergerOfSnapshots());
    crew = openCrew(service, { ...options, hub, measuring, socketPath: socket?.path });
    const url = await crew.start();
    admin = await serveMetrics(observation, service.context, {
      ...{ config, logger, platform: nodePlatform, gatherOthers: measuring?.gather },
    });
    return { url, metricsUrl: admin?.url, dependencies: service.context.dependencies, stop };
  } catch (error) {
    await stop();
    throw error instanceof StartRefusal ? new StartError(error.message) : error;
  }
}

/** Loaded only where something is counted. */
async function mergerOfSnapshots() {
  return (await import('../metrics/metrics.ts')).mergeSnapshots;
}

function socketOf(database: DatabaseLocation) {
  return database.kind === 'sqlite' ? chooseSocketPlace(database.path) : undefined;
}

interface CrewSettings extends PrimaryOptions {
  readonly hub: Hub;
  readonly measuring: Measuring | undefined;
  readonly socketPath: string | undefined;
}

function openCrew(
  { context }: Service,
  { config, logger, hub, measuring, socketPath, onFailure }: CrewSettings,
): Crew {
  cluster.setupPrimary({ serialization: 'advanced' });
  const points = createPointLeases(config.rateLimitPerSecond);
  const countGuess = createGuessCounter(GUESS_LIMITS);
  const steadyZeroMs = context.dependencies.runtime.steadyNowMs() - machineMs();
  const answerTo = createAnswers(context.remoteBanks, { hub, measuring, points, countGuess });

  const receive = (member: Member, message: ToPrimary): void => {
    if (message.kind === 'callbacks') context.outbox.notify(message.traces);
    else if (message.kind === 'measured') measuring?.receive(member.id, message);
    else if (message.kind === 'published') hub.publish(member.id, message.items);
    else if (message.kind === 'heard') hub.confirm(message.id);
    else if (message.kind === 'owe') void points.owe(message.key, message.points);
    else if (message.kind === 'ask')
      answerTo(member, message).catch((err: unknown) => logger.error({ err }, 'a worker got no answer'));
  };

  return createCrew({
    size: config.workers,
    settingsOf: (number, port): WorkerSettings => ({
      number,
      count: config.workers,
      port,
      socketPath,
      steadyZeroMs,
    }),
    onMessage: receive,
    onDeath(member) {
      hub.leave(member.id);
      measuring?.leave(member.id);
    },
    onFailure,
    logger,
  });
}

type Answers = {
  readonly [Q in Question]: (
    member: Member,
    question: Questions[Q]['question'],
  ) => Promise<Questions[Q]['answer']>;
};

function createAnswers(
  remoteBanks: Service['context']['remoteBanks'],
  {
    hub,
    measuring,
    points,
    countGuess,
  }: Pick<CrewSettings, 'hub' | 'measuring'> & {
    readonly points: PointLeases;
    readonly countGuess: CountGuess;
  },
) {
  const answers: Answers = {
    async hello(member) {
      // Before this it could miss what it is told.
      hub.join(member.id, member.send);
      measuring?.join(member.id, member.send);
      return { banks: remoteBanks?.state() };
    },
    lease: (_member, asked) => points.lease(asked.key, asked.points),
    async guess(_member, { address }) {
      try {
        await countGuess(address);
        return 0;
      } catch (error) {
        if (error instanceof ServiceError) return error.details.retryAfterSeconds ?? 1;
        throw error;
      }
    },
    async listen(member, hasSubscribers) {
      await hub.listen(member.id, hasSubscribers);
      return null;
    },
  };
  return async (member: Member, { id, name, question }: Extract<ToPrimary, { readonly kind: 'ask' }>) => {
    const answer = await answers[name](member, question as never);
    member.send({ kind: 'answer', id, answer });
  };
}
