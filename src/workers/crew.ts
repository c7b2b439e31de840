import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import type { ToPrimary, ToWorker, WorkerSettings } from './messages.ts';

/** The environment variable with the settings of a worker, as JSON. */
const SETTINGS = 'BANK_TRANSFERS_WORKER';

/** Workers that die at their start, one after another with none that answers, before the service gives up. */
const MAX_FAILED_STARTS = 5;
const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 10_000;

/** A worker. A process that replaces it is another one. */
export interface Member {
  /** 1, 2, 3, … in the order in which they were started; unlike its number in the log, never the same again. */
  readonly id: number;
  send(message: ToWorker): void;
}

export interface CrewOptions {
  readonly size: number;
  /** @param port the port on which others listen already. */
  settingsOf(number: number, port: number | undefined): WorkerSettings;
  onMessage(member: Member, message: ToPrimary): void;
  /** Called when a worker has ended without being asked to. */
  onDeath(member: Member): void;
  /** Called once when no worker can be kept alive. */
  onFailure(error: Error): void;
  readonly logger: Logger;
}

/** The worker processes of the service. One that dies is replaced. */
export interface Crew {
  /** Starts all workers. @returns the URL on which they listen. @throws Error when they cannot start. */
  start(): Promise<string>;
  broadcast(message: ToWorker): void;
  /** Asks every worker to finish its requests, and kills those that take too long. */
  stop(timeoutMs: number): Promise<void>;
}

/** A place in the crew, with the worker that has it now. */
interface Place {
  readonly number: number;
  worker: Worker | undefined;
  isListening: boolean;
  /** Workers that died at their start, one after another. */
  failedStarts: number;
  retry: NodeJS.Timeout | undefined;
}

/** How a worker has ended. */
interface End {
  readonly code: number;
  readonly signal: string;
  /** The reason that it gave itself. */
  readonly refusal: string | undefined;
}

/** A worker that says itself why it cannot start. */
export class StartRefusal extends Error {}

export function createCrew(options: CrewOptions): Crew {
  const { size, logger } = options;
  const places = Array.from({ length: size }, (_, index): Place => {
    return { number: index + 1, worker: undefined, isListening: false, failedStarts: 0, retry: undefined };
  });
  let url: string | undefined;
  let isStopping = false;
  let onChange = () => {};
  let onRefusal: (error: Error) => void = () => {};

  function giveUp(error: Error): void {
    onRefusal(error);
    if (url !== undefined && !isStopping) options.onFailure(error);
  }

  function fork(place: Place): void {
    const port = url === undefined ? undefined : Number(new URL(url).port);
    const settings = options.settingsOf(place.number, port);
    const worker = cluster.fork({ [SETTINGS]: JSON.stringify(settings) });
    const member = memberOf(worker);
    let refusal: string | undefined;
    place.worker = worker;
    place.isListening = false;
    // A worker that has died cannot be written to.
    worker.on('error', () => {});
    worker.on('message', (message: ToPrimary) => {
      if (message.kind === 'refused') refusal = message.message;
      else if (message.kind === 'listening') {
        place.isListening = true;
        place.failedStarts = 0;
        url ??= message.url;
      } else options.onMessage(member, message);
      onChange();
    });
    worker.on('exit', (code, signal) => {
      place.worker = undefined;
      options.onDeath(member);
      if (!isStopping) replace(place, { code, signal, refusal });
      onChange();
    });
  }

  function replace(place: Place, end: End): void {
    const { number, isListening } = place;
    place.isListening = false;
    if (!isListening) place.failedStarts += 1;
    const noneListens = places.every((other) => !other.isListening);
    const reason = refusalOf(place, end);
    if (noneListens && reason !== undefined) {
      giveUp(new StartRefusal(reason));
      return;
    }
    const delayMs = delayBefore(place.failedStarts);
    logger.warn({ worker: number, ...end, delayMs }, 'a worker has ended: another one takes its place');
    place.retry = setTimeout(() => fork(place), delayMs);
  }

  return {
    start() {
      return new Promise((resolve, reject) => {
        onRefusal = reject;
        onChange = () => {
          if (url !== undefined && places.every(({ isListening }) => isListening)) resolve(url);
        };
        for (const place of places) fork(place);
      });
    },
    broadcast(message) {
      for (const { worker } of places) if (worker) memberOf(worker).send(message);
    },
    async stop(timeoutMs) {
      isStopping = true;
      for (const { retry } of places) clearTimeout(retry);
      const workers = places.flatMap(({ worker }) => worker ?? []);
      const deadline = setTimeout(() => {
        for (const worker of workers) worker.process.kill('SIGKILL');
      }, timeoutMs);
      await new Promise<void>((resolve) => {
        onChange = () => {
          if (places.every(({ worker }) => !worker)) resolve();
        };
        for (const { worker, isListening } of places) {
          if (!worker) continue;
          // A worker that has not started serves nobody.
          if (isListening) memberOf(worker).send({ kind: 'stop' });
          else worker.process.kill('SIGKILL');
        }
        onChange();
      });
      clearTimeout(deadline);
    },
  };
}

/** The reason not to start another worker; undefined while it makes sense. */
function refusalOf({ failedStarts }: Place, { code, signal, refusal }: End): string | undefined {
  if (refusal !== undefined || failedStarts < MAX_FAILED_STARTS) return refusal;
  return `no worker starts: the last one ended with ${signal || code}.`;
}

function memberOf(worker: Worker): Member {
  return {
    id: worker.id,
    send: (message) => {
      if (worker.isConnected()) worker.send(message, undefined, () => {});
    },
  };
}

/** The time before another worker is started: none after the first death, then more with each. */
function delayBefore(failedStarts: number): number {
  return failedStarts === 0 ? 0 : Math.min(FIRST_DELAY_MS * 2 ** (failedStarts - 1), MAX_DELAY_MS);
}

/** The settings of this process; undefined when it is no worker. */
export function readWorkerSettings(): WorkerSettings | undefined {
  const text = cluster.isWorker ? process.env[SETTINGS] : undefined;
  return text === undefined ? undefined : JSON.parse(text);
}
