import { createTRPCClient, httpLink, splitLink, type TRPCClient } from '@trpc/client';
import type { AppRouter } from '../trpc/router.ts';
import { type ClientOptions, createSignedFetch, endpoint } from './signed-fetch.ts';
import { subscriptionLink } from './subscription-link.ts';

/** Every procedure of the service, typed. */
export type Client = TRPCClient<AppRouter>;

/**
 * Makes a typed client of the service, for Node and for browsers. Each call is one signed request: a sign fits
 * one request, so calls are not batched.
 * A call that the service refuses throws a TRPCClientError with the failure in `data`; see `failureOf`.
 * @throws TypeError when the url is not a whole http or https URL.
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
          // It always hands over the URL as text; its type allows more.
          fetch: async (input, init) =>
            expectJson(await signedFetch(input instanceof Request ? input.url : input, init)),
        }),
      }),
    ],
  });
}

/** What stands in front of a service answers in other forms, of which the status says most. */
async function expectJson(response: Response): Promise<Response> {
  if (response.headers.get('content-type')?.startsWith('application/json')) return response;
  await response.body?.cancel();
  throw new Error(`The answer with status ${response.status} is not of the service.`);
}
