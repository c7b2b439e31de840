import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Logger } from 'pino';
import { lockOwner } from '../db/engines/sqlite/owner-lock.ts';
import { createBankAdmin } from '../db/stores/banks.ts';
import { createRetentionStore } from '../db/stores/retention.ts';
import { createApp } from './app.ts';
import { asConfigError, type Config, StartError } from './config.ts';
import { type AppContext, type AppContextOptions, openAppContext } from './context.ts';
import { hasDemoKeys, seedDemo } from './demo.ts';
import { refusePublicDemoKeys } from './exposure.ts';
import { type HttpServer, listen, SERVER_LIMITS, type ServerLimits } from './http/listen.ts';
import { createJobs, type Jobs } from './jobs/jobs.ts';
import { checkLastEnd } from './last-end.ts';
import { type Assets, loadAssets } from './pages/assets.ts';
import { nodePlatform, type Platform } from './platform.ts';
import { version } from './version.ts';

const require = createRequire(import.meta.url);

/** The build's output folder for the pages, both for compiled code and for sources. */
const PAGES_FOLDER = join(dirname(require.resolve('bank-transfers/package.json')), 'dist/web');

export interface Limits extends ServerLimits {
  /** Time limit for the write lock of another process. The caller then gets an error that can be retried. */
  readonly lockMs: number;
}

export interface ServerOptions {
  readonly config: Config;
  readonly logger: Logger;
  readonly platform?: Platform;
  readonly limits?: Partial<Limits>;
  /** Replaces parts of the database engine. */
  readonly engine?: AppContextOptions['engine'];
}

/** The running server. */
export interface Server
  extends Pick<AppContext, 'engine' | 'dependencies'>,
    Pick<Jobs, 'callbackWorker' | 'sweeper' | 'bankRefresher' | 'retention'>,
    Pick<HttpServer, 'url'> {
  /** Refuses new requests, finishes those in flight, closes the database. */
  stop(): Promise<void>;
}

/**
 * Starts the whole server in this process: the database, the jobs and HTTP.
 * @throws StartError when another process owns the database, or when demo keys are where everyone can use them.
 */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { config, logger, platform = nodePlatform, limits = {} } = options;
  refusePublicDemoKeys(config);
  const resources: (() => Promise<unknown>)[] = [await takeOwnership(config)];
  // The last one opened is closed first.
  const stop = () => closeAll(resources.splice(0).reverse());
  try {
    const lastEnd = await checkLastEnd(config, logger);
    const context = await openAppContext({
      config,
      platform,
      migrate: true,
      isService: true,
      lockTimeoutMs: limits.lockMs,
      engine: options.engine,
    });
    lastEnd.begin();
    resources.push(async () => {
      await context.close();
      lastEnd.end();
    });
    const { engine, dependencies } = context;
    await checkDemoKeys(context, config);
    const jobs = openJobs(context, { config, logger, platform });
    let http: HttpServer | undefined;
    // They stop together: a slow receiver must not take time from clients that wait for a response.
    resources.push(() => allEnded([jobs.stop(), http?.close()]));
    await jobs.start();
    http = await serve(context, { ...options, platform });
    const { callbackWorker, sweeper, bankRefresher, retention } = jobs;
    return { engine, dependencies, callbackWorker, sweeper, bankRefresher, retention, url: http.url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Makes this process the only server of its database. @returns a function that gives that up. */
async function takeOwnership({ databasePath }: Config): Promise<() => Promise<void>> {
  const release = await asConfigError(`DATABASE_URL: ${databasePath}`, async () => lockOwner(databasePath));
  if (!release)
    throw new StartError(`DATABASE_URL: another bank-transfers service already runs on ${databasePath}.`);
  return async () => release();
}

/** Closes every resource in turn, even if some of them fail. @throws the first failure. */
async function closeAll(closers: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const close of closers) await close().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

/** Waits for all of them, even if some of them fail. @throws the first failure. */
async function allEnded(work: readonly (Promise<unknown> | undefined)[]): Promise<void> {
  const ends = await Promise.allSettled(work);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

async function checkDemoKeys({ engine, dependencies }: AppContext, { production }: Config): Promise<void> {
  // The local table of banks is seeded even if banks come from another service at first.
  if (!production) await seedDemo(dependencies, createBankAdmin(engine));
  else if (await hasDemoKeys(dependencies))
    throw new StartError(
      'DATABASE_URL: the database holds a demo key, which production must not. Start with a new one.',
    );
}

function openJobs(
  { engine, dependencies, outbox, remoteBanks }: AppContext,
  { config, logger, platform }: Required<Pick<ServerOptions, 'config' | 'logger' | 'platform'>>,
): Jobs {
  const { availableBanks, production } = config;
  const banks = remoteBanks &&
    availableBanks && { directory: remoteBanks, refreshMs: availableBanks.refreshSeconds * 1000 };
  const retention = { store: createRetentionStore(engine), ages: config.retention };
  return createJobs({ dependencies, outbox, banks, retention, platform, production, version, logger });
}

/** Starts HTTP. Its `close` finishes the requests in flight. */
async function serve(
  { engine, dependencies }: AppContext,
  { config, logger, limits, platform }: ServerOptions & Required<Pick<ServerOptions, 'platform'>>,
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
  const { host, port, trustedProxies } = config;
  // The peers are proxies then, which have the connections of everybody.
  const ofProxies = trustedProxies > 0 && { connectionsPerAddress: Number.POSITIVE_INFINITY };
  const allLimits = { ...SERVER_LIMITS, ...ofProxies, ...limits };
  const { schedule } = platform;
  const server = await asConfigError('HOST and PORT', () =>
    listen(app.callback(), { host, port, logger, schedule, limits: allLimits }),
  );
  return {
    url: server.url,
    close() {
      closing = true;
      // Open subscriptions would be in flight for ever.
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
