import type { Logger } from 'pino';
import { ServiceError } from '../domain/errors.ts';
import { toFailure } from '../operations/envelope.ts';
import type { Step } from './mount.ts';

/** The one place where an exception becomes an answer, in the form of the surface that was addressed. */
export function createReportFailures(logger: Logger): Step {
  return async (ctx, next) => {
    try {
      await next();
    } catch (exception) {
      const { requestId, surface } = ctx.state;
      if (exception instanceof ServiceError && exception.details.cause !== undefined)
        logger.warn({ requestId, err: exception.details.cause }, exception.message);
      const failure = toFailure(exception, (err, errorId) =>
        logger.error({ requestId, errorId, err }, 'unexpected error'),
      );
      ctx.state.errorType = failure.error.type;
      ctx.set(failure.headers);
      surface.writeFailure(ctx, failure);
    }
  };
}
