import type { Logger } from 'pino';
import { clientAddress } from '../access/address.ts';
import type { ErrorType } from '../kernel/errors.ts';
import { isSampled, readTraceparent, traceIdOf, withoutSample } from '../kernel/traceparent.ts';
import { ERROR_STATUS } from '../operations/error-table.ts';
import type { ObservedRequest, Observer, RequestOutcome, Tracing } from '../operations/observer.ts';
import type { Middleware, RequestContext } from './surface.ts';

const REQUEST_ID = /^[\w-]{1,64}$/;

/** A year, as for every host whose addresses are all https (RFC 6797, section 6.1.1). */
const HTTPS_ONLY = 'max-age=31536000';

interface IdentifyOptions {
  readonly logger: Logger;
  readonly newRequestId: () => string;
  readonly trustedProxies: number;
  /** Whether responses require browsers to use https from then on (HSTS). */
  readonly httpsOnly: boolean;
  /** True once the service is stopping. Connections are then closed after their response. */
  readonly isClosing: () => boolean;
  readonly observer: Observer | undefined;
  readonly tracing: Tracing | undefined;
}

/** Gives each request an id, and one line in the log once its response has been sent or its connection is lost. */
export function createIdentify(options: IdentifyOptions): Middleware {
  const { observer, tracing } = options;
  return async (ctx, next) => {
    ctx.state.requestId = givenRequestId(options, ctx) ?? options.newRequestId();
    ctx.state.operations = new Set();
    ctx.state.subject = {};
    // A closed connection no longer has an address.
    ctx.state.address = clientAddress(ctx.req, options.trustedProxies);
    ctx.state.startedAt = performance.now();
    const parent = readTraceparent(ctx.req.headers.traceparent);
    // Otherwise a stranger could have every request recorded.
    beginSpan(ctx, tracing, parent && options.trustedProxies === 0 ? withoutSample(parent) : parent);
    ctx.state.trustTrace = () => {
      if (parent === undefined || !isSampled(parent) || isSampled(ctx.state.traceparent ?? '')) return;
      ctx.state.span?.end();
      beginSpan(ctx, tracing, parent);
    };
    ctx.set('X-Request-Id', ctx.state.requestId);
    ctx.set('X-Content-Type-Options', 'nosniff');
    if (options.httpsOnly) ctx.set('Strict-Transport-Security', HTTPS_ONLY);
    ctx.res.once('close', () => {
      const durationMs = performance.now() - ctx.state.startedAt;
      logRequest(options.logger, ctx, durationMs);
      observer?.request(describeRequest(ctx, durationMs));
      endSpan(ctx);
    });
    await next();
    // This is checked last: the stop may have begun meanwhile.
    if (options.isClosing()) ctx.set('Connection', 'close');
  };
}

/** Starts the span of a request, with the time before its sender was known. */
function beginSpan(ctx: RequestContext, tracing: Tracing | undefined, parent: string | undefined): void {
  const { startedAt } = ctx.state;
  ctx.state.span = tracing?.begin('request', { kind: 'server', parent, startedAt });
  ctx.state.traceparent = ctx.state.span?.traceparent ?? parent;
}

/** The id that a trusted proxy gave. From anybody else it could be the id of another request. */
function givenRequestId({ trustedProxies }: IdentifyOptions, { req }: RequestContext): string | undefined {
  if (trustedProxies === 0) return undefined;
  const given = req.headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : undefined;
}

/** A line must not hold a secret, a sign, an IBAN or a name. It therefore has no path, no query and no body. */
function logRequest(logger: Logger, ctx: RequestContext, durationMs: number): void {
  const { state } = ctx;
  // pino leaves out each field that is undefined.
  logger.info({
    requestId: state.requestId,
    traceId: state.traceparent && traceIdOf(state.traceparent),
    method: ctx.method,
    route: state.routeName,
    operation: state.operations.size > 0 ? [...state.operations].join() : undefined,
    status: ctx.status,
    error: state.errorType,
    appKey: state.appKey,
    transactionId: state.subject.transactionId,
    processId: state.subject.processId,
    ip: state.address,
    durationMs: Math.round(durationMs * 1000) / 1000,
    aborted: ctx.res.writableFinished ? undefined : true,
  });
}

/** Describes a finished request, in words from closed lists. */
function describeRequest({ res, state }: RequestContext, durationMs: number): ObservedRequest {
  const [first = 'none', ...others] = state.operations;
  const isStream = first.startsWith('subscribe');
  return {
    operation: others.length > 0 ? 'several' : first,
    // The connection can be lost before the route is known.
    surface: state.surface?.name ?? 'none',
    outcome: outcomeOf(state.errorType, isStream || res.writableFinished),
    errorType: state.errorType,
    durationMs: isStream ? undefined : durationMs,
  };
}

/** @param isFinished whether the client received the whole response. The end of a stream is the client's choice. */
function outcomeOf(errorType: ErrorType | undefined, isFinished: boolean): RequestOutcome {
  if (errorType !== undefined) return ERROR_STATUS[errorType] >= 500 ? 'failed' : 'refused';
  return isFinished ? 'ok' : 'aborted';
}

/** Ends the span of a request, if it has one. Only failures of the service are errors of a server's span. */
function endSpan({ status, method, state }: RequestContext): void {
  if (!state.span) return;
  const operation = [...state.operations].join() || 'none';
  const surface = state.surface?.name ?? 'none';
  const { errorType } = state;
  state.span.end({
    name: `${surface} ${operation}`,
    attributes: {
      surface,
      operation,
      'http.request.method': method,
      'http.response.status_code': status,
      ...(state.routeName !== undefined && { 'http.route': state.routeName }),
      ...(errorType && { 'error.type': errorType }),
    },
    error: errorType && ERROR_STATUS[errorType] >= 500 ? errorType : undefined,
  });
}
