import type { ErrorType } from '../kernel/errors.ts';
import { ERROR_STATUS } from '../operations/error-table.ts';
import type { ObservedRequest, RequestOutcome } from '../operations/observer.ts';
import type { RequestContext } from './surface.ts';

/** Describes a finished request, in words from closed lists. */
export function describeRequest({ res, state }: RequestContext, durationMs: number): ObservedRequest {
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
export function endSpan({ status, method, state }: RequestContext): void {
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
