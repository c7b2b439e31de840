import { type Logger, pino } from 'pino';
import { type Config, readConfig } from '../config/config.ts';
import { StartError } from '../config/start-error.ts';
import { ServiceError } from '../kernel/errors.ts';
import { createLogger } from '../observe/logger.ts';
import { describeMissingDriver } from '../requirements.ts';
import { describeDatabase } from './database.ts';
import { demoBanner, hasDemoKeys } from './demo.ts';
import { startServer } from './server.ts';

/** Time limit of a whole stop. The process exits then, whatever is still running. */
const STOP_TIMEOUT_MS = 10_000;
const FLUSH_TIMEOUT_MS = 500;
/** Log lines that are kept while the log cannot be written. More are dropped. */
const MAX_LOG_BYTES = 4 * 1024 * 1024;
/** Lines are written together once they fill this, at the latest after a second. */
const LOG_PIECE_BYTES = 65_536;

interface Log {
  readonly logger: Logger;
  flush(): void;
  /** Ends the process once the log is written, or cannot be. */
  exit(code: number): void;
}

function openLog({ logLevel }: Config): Log {
  const destination = pino.destination({
    fd: 1,
    sync: false,
    periodicFlush: 1000,
    maxLength: MAX_LOG_BYTES,
    minLength: LOG_PIECE_BYTES,
    maxWrite: 2 * LOG_PIECE_BYTES,
  });
  // A log that cannot be written, such as on a full disk, must not end the service.
  destination.on('error', () => {});
  process.stdout.on('error', () => {});
  return {
    logger: createLogger({ level: logLevel, base: null }, destination),
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

async function runService(config: Config): Promise<void> {
  const { logger, flush, exit } = openLog(config);
  const server = await startServer({ config, logger });
  let stopping = false;

  function end(signal: NodeJS.Signals): void {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    server.stop().then(
      () => {
        logger.info('stopped');
        exit(0);
      },
      (err: unknown) => {
        logger.error({ err }, 'the stop failed');
        exit(1);
      },
    );
  }

  // From here on it answers requests, so it stops in order.
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  if (!config.production && (await hasDemoKeys(server.dependencies)))
    process.stdout.write(demoBanner(server.url, server.dependencies.runtime.newId));
  logger.info(
    {
      url: server.url,
      metricsUrl: server.metricsUrl,
      database: describeDatabase(config.database),
      node: process.version,
    },
    'started',
  );
  flush();
}

/** Runs the service of this process until a signal stops it. A start that fails ends the process with one line. */
export async function main(): Promise<void> {
  try {
    await runService(readConfig(process.env));
  } catch (error) {
    process.stderr.write(`bank-transfers cannot start: ${describe(error)}\n`);
    process.exit(1);
  }
}

function describe(error: unknown): string {
  const cause = describeMissingDriver(error);
  if (cause !== undefined) return cause;
  const known = error instanceof StartError || error instanceof ServiceError;
  return (known ? error.message : error instanceof Error ? error.stack : undefined) ?? String(error);
}
