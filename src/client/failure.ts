import type { TRPCClientError } from '@trpc/client';
import type { AppRouter } from '../trpc/router.ts';

/** What the service says of a call that failed: the same on every surface. */
export type Failure = NonNullable<TRPCClientError<AppRouter>['data']>;

/**
 * What the service said of the call that threw this, whether it was made over tRPC or GraphQL.
 * @returns undefined when it was not the service that refused: the network, a proxy, a mistake in the program.
 */
export function failureOf(error: unknown): Failure | undefined {
  const data = error instanceof Error && 'data' in error ? error.data : undefined;
  return isFailure(data) ? data : undefined;
}

function isFailure(data: unknown): data is Failure {
  if (typeof data !== 'object' || data === null) return false;
  return 'code' in data && typeof data.code === 'string' && 'error' in data && 'status' in data;
}
