import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { LINK_REQUESTS_PER_SECOND } from '../access/authenticate-payer.ts';
import { createGuessCounter } from '../access/guesses.ts';
import { createRateLimit } from '../access/rate.ts';
import { createApp } from '../app.ts';
import { asAddressError, StartError } from '../config/start-error.ts';
import { type HttpServer, listen, SERVER_LIMITS, type ServerLimits } from '../http/listen.ts';
import { createEnvelopes } from '../operations/envelope.ts';
import { type Assets, loadAssets } from '../surfaces/pages/assets.ts';
import type { AppContext } from './context.ts';
import type { ObservedOptions } from './observation.ts';
import { version } from './version.ts';

const require = createRequire(import.meta.url);

/** The build's output folder for the pages, both for compiled code and for sources. */
const PAGES_FOLDER = join(dirname(require.resolve('bank-transfers/package.json')), 'dist/web');

/** The share of the time for a whole request in which a file must arrive, so that there is time to send the refusal. */
const SHARE_OF_FILES = 0.9;

export interface HttpLimits extends ServerLimits {
  /** The most requests of one payment link in a second, whatever the limit of keys is; 0 for no limit. */
  readonly linkRequestsPerSecond: number;
}

export interface HttpOptions extends ObservedOptions {
  readonly limits?: Partial<HttpLimits>;
}

/** Starts HTTP. Its `close` finishes the requests in flight. */
export async function serve({ engine, dependencies }: AppContext, options: HttpOptions): Promise<HttpServer> {
  const { config, logger, platform } = options;
  const { linkRequestsPerSecond = LINK_REQUESTS_PER_SECOND, ...limits } = options.limits ?? {};
  const { host, port, trustedProxies } = config;
  // Then the peers are proxies, whose connections carry the requests of everybody.
  const ofProxies = trustedProxies > 0 && { connectionsPerAddress: Number.POSITIVE_INFINITY };
  const allLimits = { ...SERVER_LIMITS, ...ofProxies, ...limits };
  const { schedule } = platform;
  const envelopes = createEnvelopes(version);
  let closing = false;
  const app = createApp({
    dependencies,
    assets: loadPages(),
    logger,
    appVersion: version,
    production: config.production,
    serviceName: config.serviceName,
    corsOrigins: config.corsOrigins,
    trustedProxies,
    files: { withinMs: allLimits.requestMs * SHARE_OF_FILES, schedule },
    countGuess: createGuessCounter(),
    linkRate: createRateLimit(linkRequestsPerSecond),
    observer: options.observation.observer,
    tracing: options.observation.tracing,
    isClosing: () => closing,
    async checkReadiness() {
      const banks = dependencies.banks.health();
      return {
        database: await engine.check(),
        // Without the replica everything works, only slower.
        ...(engine.describeReplica && { replica: { ok: true, detail: engine.describeReplica() } }),
        banks: { ok: banks.usable, detail: banks.detail },
        ...(closing && { process: { ok: false, detail: 'the service is stopping' } }),
      };
    },
  });
  const server = await asAddressError({ host, port, settings: ['HOST', 'PORT'] }, () =>
    listen(app.callback(), { host, port, logger, schedule, envelopes, limits: allLimits }),
  );
  return {
    url: server.url,
    close() {
      closing = true;
      // Otherwise open subscriptions would stay in flight forever.
      dependencies.bus.close();
      dependencies.statements.reading.close();
      return server.close();
    },
  };
}

function loadPages(): Assets {
  const assets = loadAssets(PAGES_FOLDER);
  if (assets) return assets;
  throw new StartError(`The pages are not built: there is nothing in ${PAGES_FOLDER}. Run: npm run build`);
}
