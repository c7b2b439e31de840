import type { Logger } from 'pino';
import { clientAddress } from './address.ts';
import type { Middleware, RequestContext } from './surface.ts';

const REQUEST_ID = /^[\w-]{1,64}$/;

interface IdentifyOptions {
  readonly logger: Logger;
  readonly newId: () => string;
  readonly trustedProxies: number;
  /** True once the service is stopping. Its connections are then not kept for another request. */
  readonly isClosing: () => boolean;
}

/** Gives each request an id, and one line in the log once its response has been sent or its connection is lost. */
export function createIdentify(options: IdentifyOptions): Middleware {
  return async (ctx, next) => {
    const given = ctx.req.headers['x-request-id'];
    ctx.state.requestId = typeof given === 'string' && REQUEST_ID.test(given) ? given : options.newId();
    // A closed connection no longer has an address.
    ctx.state.address = clientAddress(ctx.req, options.trustedProxies);
    ctx.state.startedAt = performance.now();
    ctx.set('X-Request-Id', ctx.state.requestId);
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.res.once('close', () => logRequest(options, ctx));
    await next();
    // This is checked last: the stop may have begun meanwhile.
    if (options.isClosing()) ctx.set('Connection', 'close');
  };
}

/** A line must not hold a secret, a sign, an IBAN or a name. It therefore has no path, no query and no body. */
function logRequest({ logger }: IdentifyOptions, ctx: RequestContext): void {
  const { state } = ctx;
  // pino leaves out each field that is undefined.
  logger.info({
    requestId: state.requestId,
    method: ctx.method,
    route: state.routeName,
    status: ctx.status,
    error: state.errorType,
    appKey: state.appKey,
    ip: state.address,
    durationMs: Math.round((performance.now() - state.startedAt) * 100) / 100,
    aborted: ctx.res.writableFinished ? undefined : true,
  });
}
