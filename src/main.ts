import { setFlagsFromString } from 'node:v8';
import { pino } from 'pino';
import { readConfig, StartError } from './config.ts';
import { demoBanner, hasDemoKeys } from './demo.ts';
import { ServiceError } from './domain/errors.ts';
import { startServer } from './server.ts';

/**
 * Growth of the heap at which V8 collects garbage. By default V8 lets it grow to several times that: creates over
 * GraphQL and tRPC are a sixth faster then, and memory use doubles.
 */
const HEAP_GROWING_PERCENT = 20;

/** Time limit of a whole stop. The process exits then, whatever is still running. */
const STOP_TIMEOUT_MS = 10_000;
const FLUSH_TIMEOUT_MS = 500;
/** Log lines that are kept while the log cannot be written. More are dropped. */
const MAX_LOG_BYTES = 4 * 1024 * 1024;

async function main(): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWING_PERCENT}`);
  const config = readConfig(process.env);
  // Lines are buffered: they are written together, at the latest after a second.
  const destination = pino.destination({
    fd: 1,
    sync: false,
    minLength: 4096,
    periodicFlush: 1000,
    maxLength: MAX_LOG_BYTES,
  });
  // A log that cannot be written, such as on a full disk, must not end the service.
  destination.on('error', () => {});
  process.stdout.on('error', () => {});
  const logger = pino({ level: config.logLevel, base: null }, destination);
  const service = await startServer({ config, logger });
  if (!config.production && (await hasDemoKeys(service.dependencies)))
    process.stdout.write(demoBanner(service.url, service.dependencies.runtime.newId));
  logger.info({ url: service.url, database: config.databasePath, node: process.version }, 'started');
  destination.flush();

  const exit = (code: number) => {
    // flushSync would lose the lines that are being written asynchronously.
    destination.once('close', () => process.exit(code));
    destination.end();
    // The reader may be gone or the disk full: the exit does not wait for the rest of the log.
    setTimeout(() => {
      destination.destroy();
      process.exit(code);
    }, FLUSH_TIMEOUT_MS);
  };
  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    service.stop().then(
      () => {
        logger.info('stopped');
        exit(0);
      },
      (err: unknown) => {
        logger.fatal({ err }, 'the stop failed');
        exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

main().catch((error: unknown) => {
  const known = error instanceof StartError || error instanceof ServiceError;
  const text = known ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`bank-transfers cannot start: ${text}\n`);
  process.exit(1);
});
