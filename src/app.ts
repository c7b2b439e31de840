import Koa from 'koa';
import type { Logger } from 'pino';
import { createExplorerRoutes } from '../schema/explorer/explorer.ts';
import { createGraphqlSurface } from '../schema/server/surface.ts';
import { createAuthenticateKey } from './access/authenticate.ts';
import { createAuthenticatePayer } from './access/authenticate-payer.ts';
import type { CountGuess } from './access/guesses.ts';
import { readBody } from './http/body.ts';
import { createCors } from './http/cors.ts';
import { createReportFailures } from './http/failures.ts';
import { createWithKey, type FileBodyOptions } from './http/file-body.ts';
import { createGate } from './http/gate.ts';
import { dropLongAccepts, refuseLongTarget } from './http/head.ts';
import { createHealthRoutes, type HealthCheck } from './http/health.ts';
import { createIdentify } from './http/identify.ts';
import { createMatchRoute, type RouteTableOptions } from './http/route-table.ts';
import type { ContextExtension, Middleware, RequestContext, RequestState } from './http/surface.ts';
import type { Dependencies } from './operations/dependencies.ts';
import { createEnvelopes } from './operations/envelope.ts';
import type { Observer, Tracing } from './operations/observer.ts';
import type { RateLimit } from './operations/rate-limit.ts';
import { createOpenApiRoutes } from './surfaces/openapi/routes.ts';
import { type Assets, createAssetRoutes } from './surfaces/pages/assets.ts';
import { createBrandRoutes } from './surfaces/pages/brand.ts';
import { createConsoleRoutes } from './surfaces/pages/console.ts';
import { createDocsRoutes } from './surfaces/pages/docs.ts';
import { createDownloadRoutes } from './surfaces/pages/downloads.ts';
import { createGuideRoutes } from './surfaces/pages/guide.ts';
import { createHomeRoutes } from './surfaces/pages/home.ts';
import { createSiteSurface } from './surfaces/pages/site.ts';
import { createPagesSurface } from './surfaces/pages/surface.ts';
import { createRestSurface } from './surfaces/rest/surface.ts';
import { unknownPath } from './surfaces/rest/unknown-path.ts';
import { createTrpcSurface } from './surfaces/trpc/surface.ts';

/** Errors of a connection whose client left before its request or its response was complete. */
const CONNECTION_BROKEN = /^(HPE_|ECONN|EPIPE$|ERR_HTTP_REQUEST_TIMEOUT$|ERR_STREAM_PREMATURE_CLOSE$)/;

/** A path that matches no route. */
const NO_ROUTE = '/-';

interface AppOptions {
  readonly dependencies: Dependencies;
  /** The built pages. */
  readonly assets: Assets;
  readonly logger: Logger;
  readonly appVersion: string;
  /** Disables the GraphQL explorer and schema introspection, which only developers need, and requires https. */
  readonly production: boolean;
  /** The name of the organisation that runs the service. */
  readonly serviceName: string | undefined;
  /** The origins whose pages may call the service from browsers. */
  readonly corsOrigins: readonly string[];
  readonly trustedProxies: number;
  /** How files are received. */
  readonly files: Pick<FileBodyOptions, 'withinMs' | 'schedule'>;
  /** Counts wrong guesses at payment links. */
  readonly countGuess: CountGuess;
  /** Counts the requests of each payment link. */
  readonly linkRate: RateLimit;
  readonly observer: Observer | undefined;
  readonly tracing: Tracing | undefined;
  readonly checkReadiness: () => Promise<Readonly<Record<string, HealthCheck>>>;
  readonly isClosing: () => boolean;
}

/** The HTTP side of the service, as one ordered list of middleware. */
export function createApp(options: AppOptions): Koa<RequestState, ContextExtension> {
  const { logger, trustedProxies, isClosing, production, observer, tracing } = options;
  const { newRequestId } = options.dependencies.runtime;
  const app = new Koa<RequestState, ContextExtension>();
  const telemetry = { logger, observer, tracing };
  // In production PUBLIC_URL is https.
  app.use(createIdentify({ ...telemetry, newRequestId, trustedProxies, httpsOnly: production, isClosing }));
  app.use(reduceTarget);
  app.use(dropLongAccepts);
  app.use(createMatchRoute(listRoutes(options)));
  app.use(createReportFailures(logger));
  app.use(refuseLongTarget);
  app.use(createCors(options.corsOrigins));
  app.use(readBody);
  app.use(createGate());
  app.use(createRunRoute(options));
  app.on('error', (err) => {
    if (CONNECTION_BROKEN.test(err.code)) logger.debug({ err }, 'a client broke its connection');
    else logger.error({ err }, 'the HTTP layer failed');
  });
  return app;
}

/** Lists every route of the service. The first route of a path and method that accepts a request gets it. */
function listRoutes({
  dependencies,
  assets,
  appVersion,
  production,
  serviceName,
  checkReadiness,
}: AppOptions): RouteTableOptions {
  const envelopes = createEnvelopes(appVersion);
  const graphql = createGraphqlSurface({ dependencies, envelopes, production });
  const rest = createRestSurface(dependencies, envelopes);
  const explorer = production ? [] : createExplorerRoutes();
  const health = createHealthRoutes({ envelopes, checkReadiness });
  const openApi = createOpenApiRoutes({ appVersion, serverUrl: dependencies.publicUrl });
  const home = { assets, appVersion, hasExplorer: !production };
  const site = createSiteSurface({
    ...home,
    routes: [
      ...createAssetRoutes(assets),
      ...createBrandRoutes(dependencies),
      ...createConsoleRoutes(assets, serviceName),
      ...createHomeRoutes(home),
      ...createDocsRoutes(assets),
      ...createDownloadRoutes(assets),
      ...createGuideRoutes(assets, dependencies.publicUrl),
    ],
    writeForPrograms: rest.writeFailure,
    unknownPath,
  });
  // The health check writes failures as REST does.
  return {
    surfaces: [
      { ...rest, routes: [...rest.routes, ...health, ...openApi] },
      site,
      { ...graphql, routes: [...explorer, ...graphql.routes] },
      createTrpcSurface(dependencies, envelopes),
      createPagesSurface(dependencies, assets),
    ],
    fallback: site,
  };
}

/** Runs the matched route, with the caller that its kind of authentication requires. */
function createRunRoute({
  dependencies,
  trustedProxies,
  countGuess,
  linkRate,
  files,
}: AppOptions): Middleware {
  const { clients, db, runtime, rate } = dependencies;
  const keys = { clients, nowMs: runtime.nowMs, trustedProxies };
  const authenticateKey = createAuthenticateKey({ ...keys, steadyNowMs: runtime.steadyNowMs, rate });
  const withKey = createWithKey(authenticateKey, { ...keys, ...files });
  const authenticatePayer = createAuthenticatePayer({ db, trustedProxies, rate: linkRate, countGuess });
  return async (ctx) => {
    const { route } = ctx.state;
    switch (route.authentication) {
      case 'none':
        return route.handle(ctx);
      case 'key':
        return withKey(ctx, route, (principal) => route.handle(ctx, principal));
      case 'link':
        return route.handle(ctx, await authenticatePayer(ctx, route));
    }
  };
}

/** The scheme and the host that a proxy may send before the path (RFC 9112 §3.2.2). */
const ORIGIN = /^https?:\/\/[^/?#]*\/?/i;

/** Reduces a request target to its path and query, by which routes are matched and which a sign covers. */
const reduceTarget: Middleware = (ctx, next) => {
  if (!hasPath(ctx)) ctx.url = NO_ROUTE;
  else if (!ctx.url.startsWith('/')) ctx.url = ctx.url.replace(ORIGIN, '/');
  if (!ctx.url.startsWith('/')) ctx.url = NO_ROUTE;
  return next();
};

/** Whether a URL has a path: `ctx.path` throws for an invalid host. */
function hasPath(ctx: RequestContext): boolean {
  try {
    return typeof ctx.path === 'string';
  } catch {
    return false;
  }
}
