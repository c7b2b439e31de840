import type { Logger } from 'pino';
import { clientAddress } from './address.ts';
import type { Middleware, RequestContext } from './surface.ts';

const REQUEST_ID = /^[\w-]{1,64}$/;

export interface IdentifyOptions {
  readonly logger: Logger;
  readonly newId: () => string;
  readonly trustedProxies: number;
  /** True once the service is stopping: connections are then not kept for another request. */
  readonly isClosing: () => boolean;
}

/** Gives each request an id and, when its connection is done with it, one line in the log. */
export function createIdentify(options: IdentifyOptions): Middleware {
  return async (ctx, next) => {
    const given = ctx.req.headers['x-request-id'];
    ctx.state.requestId = typeof given === 'string' && REQUEST_ID.test(given) ? given : options.newId();
    ctx.state.startedAt = performance.now();
    ctx.set('X-Request-Id', ctx.state.requestId);
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.res.once('close', () => logRequest(options, ctx));
    await next();
    // Asked now and not before: the stop may have begun meanwhile.
    if (options.isClosing()) ctx.set('Connection', 'close');
  };
}

/** Nothing here may hold a secret, a sign, an IBAN or a name: so no path, no query, no body. */
function logRequest({ logger, trustedProxies }: IdentifyOptions, ctx: RequestContext): void {
  const { state } = ctx;
  // What is undefined is left out of the line.
  logger.info({
    requestId: state.requestId,
    method: ctx.method,
    route: state.target?.route ?? 'unmatched',
    status: ctx.status,
    error: state.errorType,
    appKey: state.principal?.client.appKey,
    ip: clientAddress(ctx.req, trustedProxies),
    durationMs: Math.round((performance.now() - state.startedAt) * 100) / 100,
    aborted: ctx.res.writableFinished ? undefined : true,
  });
}
