import { createTRPCClient, httpLink, splitLink, type TRPCClient } from '@trpc/client';
import type { AppRouter } from '../trpc/router.ts';
import { type ClientOptions, createSignedFetch, endpoint } from './signed-fetch.ts';
import { subscriptionLink } from './subscription-link.ts';

/** The typed procedures of the service. */
export type Client = TRPCClient<AppRouter>;

/**
 * Creates a typed client of the service, for Node and for browsers. Each call is one signed request; calls are not
 * batched. A refused call throws a TRPCClientError with the failure in `data`; see `failureOf`.
 * @throws TypeError when `url` is not an absolute http or https URL.
 */
export function createClient(options: ClientOptions): Client {
  const url = endpoint(options.url, '/trpc');
  const signedFetch = createSignedFetch(options);
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: ({ type }) => type === 'subscription',
        true: subscriptionLink(url, signedFetch),
        false: httpLink({
          url,
          // The link always passes the URL as text, although its type allows a Request.
          fetch: async (input, init) =>
            expectJson(await signedFetch(input instanceof Request ? input.url : input, init)),
        }),
      }),
    ],
  });
}

/** A response that is not JSON comes from a proxy. Its status says most about the failure. */
async function expectJson(response: Response): Promise<Response> {
  if (response.headers.get('content-type')?.startsWith('application/json')) return response;
  await response.body?.cancel();
  throw new Error(`The response with status ${response.status} does not come from the service.`);
}
