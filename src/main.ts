import { setFlagsFromString } from 'node:v8';
import { pino } from 'pino';
import { readConfig, StartError } from './config.ts';
import { demoBanner, hasDemoKeys } from './demo.ts';
import { ServiceError } from './domain/errors.ts';
import { startServer } from './server.ts';

/**
 * The heap is cleaned up when it has grown by this much. V8 would let it grow to several times that, which makes creates
 * over GraphQL and tRPC a sixth faster and takes up to twice the memory.
 */
const HEAP_GROWING_PERCENT = 20;

/** The whole time a stop may take; what hangs then is cut off. */
const STOP_TIMEOUT_MS = 10_000;
const FLUSH_TIMEOUT_MS = 500;
/** What waits to be written while a log cannot be; more is dropped. */
const MAX_LOG_BYTES = 4 * 1024 * 1024;

async function main(): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWING_PERCENT}`);
  const config = readConfig(process.env);
  // Buffered: a line is written when some have gathered, or a second has passed.
  const destination = pino.destination({
    fd: 1,
    sync: false,
    minLength: 4096,
    periodicFlush: 1000,
    maxLength: MAX_LOG_BYTES,
  });
  // A log that cannot be written, such as on a full disk, must not end a service that can do its work.
  destination.on('error', () => {});
  process.stdout.on('error', () => {});
  const logger = pino({ level: config.logLevel, base: null }, destination);
  const service = await startServer({ config, logger });
  if (!config.production && (await hasDemoKeys(service.dependencies)))
    process.stdout.write(demoBanner(service.url, service.dependencies.runtime.newId));
  logger.info({ url: service.url, database: config.databasePath, node: process.version }, 'started');
  destination.flush();

  const exit = (code: number) => {
    // flushSync would overtake, and so lose, what is being written.
    destination.once('close', () => process.exit(code));
    destination.end();
    // Nobody may be reading any more, or the disk may be full: what is left then is not waited for at the exit.
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
