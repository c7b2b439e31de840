import { createTRPCClient, httpLink, type TRPCClient, type TRPCLink } from '@trpc/client';
import type { AppRouter } from '../surfaces/trpc/router.ts';
import { foreignAnswer } from './foreign-answer.ts';
import { type ClientOptions, createFetches } from './retrying-fetch.ts';
import { endpoint, type SignedRequestInit } from './signed-fetch.ts';
import { subscriptionLink } from './subscription-link.ts';

/** The typed procedures of the service. */
export type Client = TRPCClient<AppRouter>;

/** The mutations that answer a repeat with the same processId as they answered the first time. */
export const REPEATABLE_MUTATIONS: readonly string[] = ['deposits.create', 'withdrawals.create'];

/**
 * Creates a typed client of the service, for Node and for browsers. Each call is a signed request; calls are not
 * batched. Reads, creates and plain cancels are sent again after a temporary failure. A refused call throws a
 * TRPCClientError with the failure in `data`; see `failureOf`.
 * @throws TypeError when `url` is not an absolute http or https URL, or a limit is not positive.
 */
export function createClient(options: ClientOptions): Client {
  const url = endpoint(options.url, '/trpc');
  const fetches = createFetches(options);
  const subscriptions = subscriptionLink(options.url, fetches);
  const calls = httpLink<AppRouter>({
    url,
    // The link always passes the URL as text, although its type allows a Request.
    fetch: async (input, init = {}) => {
      const target = input instanceof Request ? input.url : input;
      return expectOwn(await fetches.retryingFetch(target, init, isRepeatable(target, init)), options.url);
    },
  });
  const links: TRPCLink<AppRouter>[] = [
    (runtime) => {
      const [subscribe, call] = [subscriptions(runtime), calls(runtime)];
      return (request) => (request.op.type === 'subscription' ? subscribe : call)(request);
    },
  ];
  return createTRPCClient<AppRouter>({ links });
}

function isRepeatable(target: string | URL, { method = 'GET', body }: SignedRequestInit): boolean {
  const procedure = new URL(target).pathname.split('/').at(-1) ?? '';
  if (method === 'GET' || REPEATABLE_MUTATIONS.includes(procedure)) return true;
  return procedure === 'transactions.cancel' && isPlainCancel(body);
}

/**
 * Whether a repeat of this cancel only returns the cancelled transaction. A cancel with `holdSeconds` could plan again
 * what somebody has undone.
 */
function isPlainCancel(body: unknown): boolean {
  const input: unknown = typeof body === 'string' ? JSON.parse(body) : null;
  return typeof input === 'object' && input !== null && !('holdSeconds' in input);
}

/** A response that is not JSON comes from a proxy, and one without a result or an error from another path. */
async function expectOwn(response: Response, baseUrl: string): Promise<Response> {
  if (response.headers.get('content-type')?.startsWith('application/json')) {
    if (response.ok) return response;
    const body: unknown = await response
      .clone()
      .json()
      .catch(() => null);
    if (typeof body === 'object' && body !== null && 'error' in body && !('data' in body)) return response;
  }
  await response.body?.cancel();
  throw foreignAnswer(baseUrl, response.status);
}
