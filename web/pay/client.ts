import { createTRPCClient, httpLink, httpSubscriptionLink, splitLink } from '@trpc/client';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../src/surfaces/trpc/router.ts';

/** A payment as returned by the service. */
export type Payment = inferRouterOutputs<AppRouter>['payments']['get']['data'];

/** The token in the page's URL is its credential. The service has the same origin and path prefix as the page. */
const token = location.pathname.split('/').at(-1) ?? '';
const url = new URL('../trpc', location.href.split('?')[0]).href;

/** A connection may never answer after the phone has changed networks. */
const ANSWER_MS = 15_000;

/** The option of a call that gives it a time limit. */
export function expiringSignal(): { readonly signal: AbortSignal } {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), ANSWER_MS);
  return { signal: controller.signal };
}

/** The procedures for payers. */
export const { payments } = createTRPCClient<AppRouter>({
  links: [
    splitLink({
      condition: ({ type }) => type === 'subscription',
      true: httpSubscriptionLink({ url, connectionParams: { token } }),
      false: httpLink({ url, headers: { authorization: `Bearer ${token}` } }),
    }),
  ],
});
