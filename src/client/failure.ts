import type { TRPCClientError } from '@trpc/client';
import type { AppRouter } from '../surfaces/trpc/router.ts';

/** The service's description of a failed call, in the same shape on every surface. */
export type Failure = NonNullable<TRPCClientError<AppRouter>['data']>;

/**
 * Returns the service's description of the failed call that threw `error`, over tRPC or GraphQL.
 * @returns undefined when the error does not come from the service, but from the network, a proxy or the program.
 */
export function failureOf(error: unknown): Failure | undefined {
  const data = error instanceof Error && 'data' in error ? error.data : undefined;
  return isFailure(data) ? data : undefined;
}

function isFailure(data: unknown): data is Failure {
  if (typeof data !== 'object' || data === null) return false;
  return 'code' in data && typeof data.code === 'string' && 'error' in data && 'status' in data;
}
