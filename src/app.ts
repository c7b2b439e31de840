import Koa from 'koa';
import type { Logger } from 'pino';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { createExplorer } from '../schema/explorer/explorer.ts';
import { createGraphqlSurface } from '../schema/server/surface.ts';
import { createAuthenticateKey } from './http/authenticate.ts';
import { createAuthenticate, createAuthenticatePayer } from './http/authenticate-payer.ts';
import { readBody } from './http/body.ts';
import { createCors } from './http/cors.ts';
import { createReportFailures } from './http/failures.ts';
import { createGate } from './http/gate.ts';
import { createGuessCounter, GUESS_LIMITS } from './http/guesses.ts';
import { createHealth, type HealthCheck } from './http/health.ts';
import { createIdentify } from './http/identify.ts';
import type { Middleware, RequestContext, RequestState, Surface } from './http/surface.ts';
import type { Dependencies } from './operations/dependencies.ts';
import { createEnvelopes } from './operations/envelope.ts';
import { type Assets, createAssetServer } from './pages/assets.ts';
import { createConsole } from './pages/console.ts';
import { createPagesSurface } from './pages/surface.ts';
import { createRestSurface } from './rest/surface.ts';
import { createTrpcSurface } from './trpc/surface.ts';

/** What the connection says of a client that left before its request or its answer was whole. */
const CONNECTION_BROKEN = /^(HPE_|ECONN|EPIPE$|ERR_HTTP_REQUEST_TIMEOUT$|ERR_STREAM_PREMATURE_CLOSE$)/;

export interface AppOptions {
  readonly dependencies: Dependencies;
  /** The built pages. */
  readonly assets: Assets;
  readonly logger: Logger;
  readonly appVersion: string;
  /** Whether to keep from callers what only developers need. */
  readonly production: boolean;
  /** Whose pages may call the service from browsers. */
  readonly corsOrigins: readonly string[];
  readonly trustedProxies: number;
  /** Requests each client may make in a second; 0 for no limit. */
  readonly rateLimitPerSecond: number;
  readonly checkReadiness: () => Promise<Readonly<Record<string, HealthCheck>>>;
  readonly isClosing: () => boolean;
}

/** The HTTP side of the service: one ordered list, then the surface that the path names. */
export function createApp(options: AppOptions): Koa {
  const { dependencies, logger, trustedProxies, isClosing, rateLimitPerSecond } = options;
  const envelopes = createEnvelopes(options.appVersion);
  // The last one owns whatever no other one does.
  const surfaces: readonly Surface[] = [
    createGraphqlSurface({ dependencies, envelopes, production: options.production }),
    createTrpcSurface(dependencies, envelopes),
    createPagesSurface(dependencies, options.assets),
    createRestSurface(dependencies, envelopes),
  ];
  const limiter =
    rateLimitPerSecond > 0 ? new RateLimiterMemory({ points: rateLimitPerSecond, duration: 1 }) : undefined;

  const app = new Koa<RequestState>();
  app.use(createIdentify({ logger, newId: dependencies.runtime.newId, trustedProxies, isClosing }));
  app.use(readPath);
  app.use(chooseSurface(surfaces));
  app.use(createReportFailures(logger));
  if (options.corsOrigins.length > 0) app.use(createCors(options.corsOrigins));
  app.use(createHealth({ envelopes, checkReadiness: options.checkReadiness }));
  if (!options.production) app.use(createExplorer());
  app.use(createAssetServer(options.assets));
  app.use(createConsole(options.assets));
  app.use(locate);
  app.use(readBody);
  app.use(createGate());
  app.use(authenticate(options, limiter));
  app.use((ctx) => ctx.state.surface.handle(ctx));
  app.on('error', (err) => {
    if (CONNECTION_BROKEN.test(err.code)) logger.debug({ err }, 'a client broke its connection');
    else logger.error({ err }, 'the HTTP layer failed');
  });
  return app;
}

/** A payment link opens what says so; a key and its sign open everything else. */
function authenticate(
  { dependencies, trustedProxies }: AppOptions,
  limiter: RateLimiterMemory | undefined,
): Middleware {
  const { clients, transactions, runtime } = dependencies;
  const countGuess = createGuessCounter(GUESS_LIMITS);
  return createAuthenticate(
    createAuthenticateKey({ clients, nowMs: runtime.nowMs, trustedProxies, limiter }),
    createAuthenticatePayer({ transactions, trustedProxies, limiter, countGuess }),
  );
}

/** A target as proxies get it may have a host that is none, or no path: Koa would fail wherever it is asked. */
const readPath: Middleware = (ctx, next) => {
  // Nothing is there, and no sign is for it.
  if (!hasPath(ctx)) ctx.url = '/';
  return next();
};

function hasPath(ctx: RequestContext): boolean {
  try {
    return typeof ctx.path === 'string';
  } catch {
    return false;
  }
}

function chooseSurface(surfaces: readonly Surface[]): Middleware {
  return (ctx, next) => {
    const surface = surfaces.find((candidate) => candidate.owns(ctx.path));
    if (!surface) throw new Error('no surface owns the path');
    ctx.state.surface = surface;
    return next();
  };
}

const locate: Middleware = (ctx, next) => {
  ctx.state.target = ctx.state.surface.locate(ctx.method, ctx.path);
  return next();
};
