import type { Logger } from 'pino';
import { ServiceError } from '../domain/errors.ts';
import { type DescribeFailure, type Failure, toFailure } from '../operations/envelope.ts';
import type { Middleware } from './surface.ts';

/** The one place where an exception becomes an answer, in the form of the surface that was addressed. */
export function createReportFailures(logger: Logger): Middleware {
  return async (ctx, next) => {
    const { requestId, surface } = ctx.state;
    const describeFailure = createDescribeFailure(logger, requestId);
    ctx.state.describeFailure = (exception) => {
      const failure = describeFailure(exception);
      // The first one decides what the log calls the request; the headers may be on their way already.
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

function createDescribeFailure(logger: Logger, requestId: string): DescribeFailure {
  // One exception can fail many fields of an answer.
  let described: Map<unknown, Failure> | undefined;
  return (exception) => {
    const known = described?.get(exception);
    if (known) return known;
    if (exception instanceof ServiceError && exception.details.cause !== undefined)
      logger.warn({ requestId, err: exception.details.cause }, exception.message);
    const failure = toFailure(exception, (err, errorId) =>
      logger.error({ requestId, errorId, err }, 'unexpected error'),
    );
    described = (described ?? new Map()).set(exception, failure);
    return failure;
  };
}
