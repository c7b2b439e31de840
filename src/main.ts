import { setFlagsFromString } from 'node:v8';
import { type Logger, pino } from 'pino';
import { type Config, readConfig } from './config/config.ts';
import { StartError } from './config/start-error.ts';
import { describeDatabase } from './context/database.ts';
import { ServiceError } from './domain/errors.ts';
import { createLogger } from './logger.ts';
import { demoBanner, hasDemoKeys } from './service/demo.ts';
import { startPrimary } from './service/primary.ts';
import { startServer } from './service/server.ts';
import { startWorker } from './service/worker.ts';
import { readWorkerSettings } from './workers/crew.ts';
import type { ToPrimary, WorkerSettings } from './workers/messages.ts';

/**
 * Growth of the heap at which V8 collects garbage. By default V8 lets it grow to several times that: creates over
 * GraphQL and tRPC are a sixth faster then, and memory use doubles.
 */
const HEAP_GROWING_PERCENT = 20;

/** Time limit of a whole stop. The process exits then, whatever is still running. */
const STOP_TIMEOUT_MS = 10_000;
/** Time limit for the responses of a worker that has lost its primary: they can only be failures. */
const ORPHAN_TIMEOUT_MS = 1000;
const FLUSH_TIMEOUT_MS = 500;
/** Log lines that are kept while the log cannot be written. More are dropped. */
const MAX_LOG_BYTES = 4 * 1024 * 1024;
/** A pipe takes as many bytes in one piece: lines of several processes must not mix (pipe(7), PIPE_BUF). */
const PIPE_BYTES = 4096;

interface Log {
  readonly logger: Logger;
  flush(): void;
  /** Ends the process once the log is written, or cannot be. */
  exit(code: number): void;
}

function openLog({ logLevel }: Config, worker: WorkerSettings | undefined): Log {
  // Lines are buffered: they are written together, at the latest after a second.
  const destination = pino.destination({
    fd: 1,
    sync: false,
    periodicFlush: 1000,
    maxLength: MAX_LOG_BYTES,
    ...(worker ? { minLength: PIPE_BYTES / 2, maxWrite: PIPE_BYTES } : { minLength: 4096 }),
  });
  // A log that cannot be written, such as on a full disk, must not end the service.
  destination.on('error', () => {});
  process.stdout.on('error', () => {});
  return {
    logger: createLogger({ level: logLevel, base: worker ? { worker: worker.number } : null }, destination),
    flush: () => destination.flush(),
    exit(code) {
      // flushSync would lose the lines that are being written asynchronously.
      destination.once('close', () => process.exit(code));
      destination.end();
      // The reader may be gone or the disk full: the exit does not wait for the rest of the log.
      setTimeout(() => {
        destination.destroy();
        process.exit(code);
      }, FLUSH_TIMEOUT_MS);
    },
  };
}

/** Runs the whole service, or the part of it that is there once. */
async function runService(config: Config): Promise<void> {
  const { logger, flush, exit } = openLog(config, undefined);
  let stopping = false;
  let stop = async () => {};

  function end(reason: object, code: number): void {
    if (stopping) return;
    stopping = true;
    logger.info(reason, 'stopping');
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    stop().then(
      () => {
        logger.info('stopped');
        exit(code);
      },
      (err: unknown) => {
        logger.fatal({ err }, 'the stop failed');
        exit(1);
      },
    );
  }

  const hasWorkers = config.workers > 1;
  const onFailure = (error: Error) => {
    process.stderr.write(`bank-transfers has no worker left: ${error.message}\n`);
    end({ reason: error.message }, 1);
  };
  const service = hasWorkers
    ? await startPrimary({ config, logger, onFailure })
    : await startServer({ config, logger });
  stop = service.stop;
  // From here on it answers requests, so it stops in order.
  process.on('SIGTERM', (signal) => end({ signal }, 0));
  process.on('SIGINT', (signal) => end({ signal }, 0));
  if (!config.production && (await hasDemoKeys(service.dependencies)))
    process.stdout.write(demoBanner(service.url, service.dependencies.runtime.newId));
  logger.info(
    {
      url: service.url,
      metricsUrl: service.metricsUrl,
      database: describeDatabase(config.database),
      node: process.version,
      workers: hasWorkers ? config.workers : undefined,
    },
    'started',
  );
  flush();
}

/** Runs a process that answers requests for the one that started it. */
async function runWorker(config: Config, settings: WorkerSettings): Promise<void> {
  // A terminal and a supervisor send these to all processes. The primary passes them on once.
  process.on('SIGTERM', () => {});
  process.on('SIGINT', () => {});
  const { logger, exit } = openLog(config, settings);
  let ending = false;
  let stop = async () => {};
  const onEnd = (isOrphan: boolean) => {
    setTimeout(() => process.exit(1), isOrphan ? ORPHAN_TIMEOUT_MS : STOP_TIMEOUT_MS).unref();
    if (ending) return;
    ending = true;
    if (isOrphan) logger.fatal('the primary process is gone');
    stop().then(
      () => exit(isOrphan ? 1 : 0),
      (err: unknown) => {
        logger.fatal({ err }, 'the stop of a worker failed');
        exit(1);
      },
    );
  };
  stop = await startWorker({ config, logger, settings, onEnd });
}

async function main(): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWING_PERCENT}`);
  const config = readConfig(process.env);
  const settings = readWorkerSettings();
  await (settings ? runWorker(config, settings) : runService(config));
}

main().catch((error: unknown) => {
  const known = error instanceof StartError || error instanceof ServiceError;
  const text = (known ? error.message : error instanceof Error ? error.stack : undefined) ?? String(error);
  if (process.send && readWorkerSettings()) {
    // The primary says it once for all of them.
    const refusal: ToPrimary = { kind: 'refused', message: text };
    process.send(refusal, undefined, undefined, () => process.exit(1));
    return;
  }
  process.stderr.write(`bank-transfers cannot start: ${text}\n`);
  process.exit(1);
});
