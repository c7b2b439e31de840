import { createTRPCClient, httpLink, httpSubscriptionLink, splitLink } from '@trpc/client';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../src/trpc/router.ts';

/** A payment as the service tells of it. */
export type Payment = inferRouterOutputs<AppRouter>['payments']['get']['data'];

/** The link of this page is its credential; the service stands where the page came from. */
const token = location.pathname.split('/').at(-1) ?? '';
const url = new URL('../trpc', location.href.split('?')[0]).href;

/** The payer's own calls. */
export const { payments } = createTRPCClient<AppRouter>({
  links: [
    splitLink({
      condition: ({ type }) => type === 'subscription',
      true: httpSubscriptionLink({ url, connectionParams: { token } }),
      false: httpLink({ url, headers: { authorization: `Bearer ${token}` } }),
    }),
  ],
});
