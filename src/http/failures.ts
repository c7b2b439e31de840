import type { Logger } from 'pino';
import { ServiceError } from '../kernel/errors.ts';
import { traceIdOf } from '../kernel/traceparent.ts';
import { type DescribeFailure, type Failure, toFailure } from '../operations/envelope.ts';
import type { Middleware } from './surface.ts';

/** The one place where an exception becomes a response, in the form of the surface that owns the path. */
export function createReportFailures(logger: Logger): Middleware {
  return async (ctx, next) => {
    const { requestId, traceparent, surface } = ctx.state;
    const traceId = traceparent && traceIdOf(traceparent);
    const describeFailure = createDescribeFailure(logger, { requestId, traceId });
    ctx.state.describeFailure = (exception) => {
      const failure = describeFailure(exception);
      // The log shows the first failure. Once the headers have been sent, `ctx.set` has no effect.
      ctx.state.errorType ??= failure.error.type;
      ctx.set(failure.headers);
      return failure;
    };
    try {
      await next();
    } catch (exception) {
      surface.writeFailure(ctx, ctx.state.describeFailure(exception));
    }
  };
}

interface Ids {
  readonly requestId: string;
  readonly traceId: string | undefined;
}

function createDescribeFailure(logger: Logger, ids: Ids): DescribeFailure {
  // One exception can fail several fields of a GraphQL response, but is logged once.
  let described: Map<unknown, Failure> | undefined;
  return (exception) => {
    const known = described?.get(exception);
    if (known) return known;
    if (exception instanceof ServiceError && exception.details.cause !== undefined)
      logger.warn({ ...ids, err: exception.details.cause }, exception.message);
    const failure = toFailure(exception, (err, errorId) =>
      logger.error({ ...ids, errorId, err }, 'unexpected error'),
    );
    described = (described ?? new Map()).set(exception, failure);
    return failure;
  };
}
