import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import type { Logger } from 'pino';
import { lockOwner } from '../db/owner-lock.ts';
import { type Backend, type Outside, openBackend, REAL_OUTSIDE } from './backend.ts';
import { type BankRefresher, createBankRefresher } from './banks/refresher.ts';
import { type Config, StartError } from './config.ts';
import { hasDemoKeys, seedDemo } from './demo.ts';
import { createApp } from './http/app.ts';
import type { Services } from './operations/ports.ts';

const { version } = createRequire(import.meta.url)('bank-transfers/package.json') as { version: string };

/** A slow client may hold a connection, but not for long, and a stop ends what is left after this. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 20_000;
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
const STOP_TIMEOUT_MS = 8_000;
const MAX_CONNECTIONS = 10_000;

export interface ServiceOptions {
  readonly config: Config;
  readonly logger: Logger;
  readonly outside?: Outside;
}

export interface Service extends Pick<Backend, 'engine' | 'services'> {
  /** Where it listens. */
  readonly url: string;
  /** Keeps the list of banks up to date, if it comes from another service. */
  readonly bankRefresher: BankRefresher | undefined;
  /** Stops accepting, finishes what is in flight, closes the database. */
  stop(): Promise<void>;
}

/**
 * Starts the whole service in this process: the database, the HTTP server and what runs beside them.
 * @throws StartError when the database belongs to another service, or holds what production must not.
 */
export async function startService({
  config,
  logger,
  outside = REAL_OUTSIDE,
}: ServiceOptions): Promise<Service> {
  mkdirSync(dirname(config.databasePath), { recursive: true });
  const releaseOwner = lockOwner(config.databasePath);
  if (!releaseOwner)
    throw new StartError(
      `DATABASE_URL: another bank-transfers service already runs on ${config.databasePath}.`,
    );
  const closers = [async () => releaseOwner()];
  const closeAll = async () => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    const backend = await openBackend({ config, outside, migrate: true });
    closers.push(() => backend.close());
    await checkDemoKeys(backend.services, config);
    const bankRefresher = createRefresher(backend, { config, logger, outside });
    if (bankRefresher) {
      closers.push(() => bankRefresher.stop());
      await bankRefresher.start();
    }
    const { engine, services } = backend;
    const listening = await serve({ engine, services, close: closeAll }, config, logger);
    return { engine, services, bankRefresher, ...listening };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

function createRefresher(
  { remoteBanks, services }: Backend,
  { config, logger, outside }: Required<ServiceOptions>,
): BankRefresher | undefined {
  if (!remoteBanks || !config.availableBanks) return undefined;
  return createBankRefresher({
    directory: remoteBanks,
    refreshMs: config.availableBanks.refreshSeconds * 1000,
    schedule: outside.schedule,
    random: () => services.runtime.randomBytes(4).readUInt32BE() / 2 ** 32,
    logger,
  });
}

async function checkDemoKeys(services: Services, { production }: Config): Promise<void> {
  if (!production) await seedDemo(services);
  else if (await hasDemoKeys(services))
    throw new StartError(
      'DATABASE_URL: the database holds a demo key, which production must not. Start with a new one.',
    );
}

async function serve(
  { engine, services, close }: Pick<Backend, 'engine' | 'services' | 'close'>,
  config: Config,
  logger: Logger,
): Promise<Pick<Service, 'url' | 'stop'>> {
  let closing = false;
  const app = createApp({
    services,
    logger,
    appVersion: version,
    trustedProxies: config.trustedProxies,
    rateLimitPerSecond: config.rateLimitPerSecond,
    isClosing: () => closing,
    async checkReadiness() {
      const banks = services.banks.health();
      return {
        database: await engine.check(),
        banks: { ok: banks.usable, detail: banks.detail },
        ...(closing && { process: { ok: false, detail: 'the service is stopping' } }),
      };
    },
  });
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      connectionsCheckingInterval: 1000,
    },
    app.callback(),
  );
  server.maxConnections = MAX_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.port, config.host, resolve);
  });
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`,
    async stop() {
      closing = true;
      const deadline = setTimeout(() => server.closeAllConnections(), STOP_TIMEOUT_MS);
      await new Promise((resolve) => server.close(resolve));
      clearTimeout(deadline);
      await close();
    },
  };
}
