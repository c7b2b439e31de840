import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Logger } from 'pino';
import { lockOwner } from '../db/engines/sqlite/owner-lock.ts';
import { createApp } from './app.ts';
import { asConfigError, type Config, StartError } from './config.ts';
import {
  type AppContext,
  type AppContextOptions,
  nodePlatform,
  openAppContext,
  type Platform,
} from './context.ts';
import { hasDemoKeys, seedDemo } from './demo.ts';
import { type HttpServer, listen, SERVER_TIME_LIMITS, type ServerTimeLimits } from './http/listen.ts';
import { createJobs, type Jobs } from './jobs/jobs.ts';
import { type BankRefresher, createBankRefresher } from './jobs/refresh-banks.ts';
import { type Assets, loadAssets } from './pages/assets.ts';

const require = createRequire(import.meta.url);
const { version } = require('bank-transfers/package.json') as { version: string };

/** Where the build put the pages, whether this runs from the sources or from what was compiled. */
const PAGES_FOLDER = join(dirname(require.resolve('bank-transfers/package.json')), 'dist/web');

/** How long things may take. */
export interface TimeLimits extends ServerTimeLimits {
  /** How long a write waits for another process before its caller is told to try again. */
  readonly lockMs: number;
}

export interface ServerOptions {
  readonly config: Config;
  readonly logger: Logger;
  readonly platform?: Platform;
  readonly limits?: Partial<TimeLimits>;
  /** Replaces parts of the database engine. */
  readonly engine?: AppContextOptions['engine'] | undefined;
}

export interface Server
  extends Pick<AppContext, 'engine' | 'dependencies'>,
    Pick<Jobs, 'callbackWorker' | 'sweeper'>,
    Pick<HttpServer, 'url'> {
  /** Keeps the list of banks up to date, if it comes from another service. */
  readonly bankRefresher: BankRefresher | undefined;
  /** Stops accepting, finishes what is in flight, closes the database. */
  stop(): Promise<void>;
}

/**
 * Starts the whole service in this process: the database, the HTTP server and what runs beside them.
 * @throws StartError when the database belongs to another service, or holds what production must not.
 */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { config, logger, platform = nodePlatform, limits = {} } = options;
  const closers = [await takeOwnership(config)];
  const closeAll = async () => {
    const failures: unknown[] = [];
    // One that fails must not leave the others open.
    for (const close of closers.splice(0).reverse())
      await close().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  };
  try {
    const { lockMs } = limits;
    const bell = { ring: () => {} };
    const appContext = await openAppContext({
      config,
      platform,
      migrate: true,
      onCallbacks: () => bell.ring(),
      lockTimeoutMs: lockMs,
      engine: options.engine,
    });
    closers.push(() => appContext.close());
    await checkDemoKeys(appContext, config);
    const bankRefresher = createRefresher(appContext, { config, logger, platform });
    if (bankRefresher) {
      closers.push(() => bankRefresher.stop());
      await bankRefresher.start();
    }
    const { engine, dependencies } = appContext;
    const jobs = createJobs(appContext, { config, logger, platform, version });
    const { callbackWorker, sweeper } = jobs;
    bell.ring = () => callbackWorker.wake();
    closers.push(() => jobs.stop());
    // Nobody else sends from this database: whoever had a lease is gone.
    await appContext.outbox
      .endLeases()
      .catch((err: unknown) => logger.warn({ err }, 'old leases could not be ended: they end in a minute'));
    callbackWorker.start();
    await sweeper.start();
    const { url, close } = await serve(appContext, options);
    // Together: a receiver that is slow must not take the time of those who wait for an answer.
    closers.push(async () => void (await Promise.all([close(), jobs.stop()])));
    return { engine, dependencies, bankRefresher, callbackWorker, sweeper, url, stop: closeAll };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** Makes this process the one service of its database. @returns how to give that up. */
async function takeOwnership({ databasePath }: Config): Promise<() => Promise<void>> {
  const release = await asConfigError(`DATABASE_URL: ${databasePath}`, async () => {
    mkdirSync(dirname(databasePath), { recursive: true });
    return lockOwner(databasePath);
  });
  if (!release)
    throw new StartError(`DATABASE_URL: another bank-transfers service already runs on ${databasePath}.`);
  return async () => release();
}

function createRefresher(
  { remoteBanks, dependencies }: AppContext,
  { config, logger, platform }: Process,
): BankRefresher | undefined {
  if (!remoteBanks || !config.availableBanks) return undefined;
  return createBankRefresher({
    directory: remoteBanks,
    refreshMs: config.availableBanks.refreshSeconds * 1000,
    schedule: platform.schedule,
    random: dependencies.runtime.random,
    logger,
  });
}

type Process = Required<Pick<ServerOptions, 'config' | 'logger' | 'platform'>>;

async function checkDemoKeys(
  { dependencies, localBanks }: AppContext,
  { production }: Config,
): Promise<void> {
  if (!production) await seedDemo(dependencies, localBanks);
  else if (await hasDemoKeys(dependencies))
    throw new StartError(
      'DATABASE_URL: the database holds a demo key, which production must not. Start with a new one.',
    );
}

/** Answers HTTP. Closing it finishes what is in flight. */
async function serve(
  { engine, dependencies }: AppContext,
  { config, logger, limits }: ServerOptions,
): Promise<HttpServer> {
  let closing = false;
  const app = createApp({
    dependencies,
    assets: loadPages(),
    logger,
    appVersion: version,
    production: config.production,
    corsOrigins: config.corsOrigins,
    trustedProxies: config.trustedProxies,
    rateLimitPerSecond: config.rateLimitPerSecond,
    isClosing: () => closing,
    async checkReadiness() {
      const banks = dependencies.banks.health();
      return {
        database: await engine.check(),
        banks: { ok: banks.usable, detail: banks.detail },
        ...(closing && { process: { ok: false, detail: 'the service is stopping' } }),
      };
    },
  });
  const { host, port } = config;
  const server = await asConfigError('HOST and PORT', () =>
    listen(app.callback(), { host, port, logger, limits: { ...SERVER_TIME_LIMITS, ...limits } }),
  );
  return {
    url: server.url,
    close() {
      closing = true;
      // Whoever watches would be in flight for ever.
      dependencies.bus.close();
      return server.close();
    },
  };
}

function loadPages(): Assets {
  const assets = loadAssets(PAGES_FOLDER);
  if (assets) return assets;
  throw new StartError(`The pages are not built: there is nothing in ${PAGES_FOLDER}. Run: npm run build`);
}
