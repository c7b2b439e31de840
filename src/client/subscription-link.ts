import { httpSubscriptionLink, TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { EventSource } from 'eventsource';
import type { AppRouter } from '../trpc/router.ts';
import type { createSignedFetch } from './signed-fetch.ts';

type SignedFetch = ReturnType<typeof createSignedFetch>;

/** Too many requests, or the service is not there for the moment: what a stop and a start look like from outside. */
const TEMPORARY_STATUSES: readonly number[] = [429, 502, 503, 504];

/**
 * A link for subscriptions over server-sent events. Each connection and each reconnection is signed anew. While
 * the service is away it tries again, as after a lost connection; a refusal ends the subscription with what the
 * service says, which an EventSource would not pass on.
 */
export function subscriptionLink(url: string, signedFetch: SignedFetch): TRPCLink<AppRouter> {
  return (runtime) => (call) =>
    observable((observer) => {
      let refusal: TRPCClientError<AppRouter> | undefined;
      const connect: SignedFetch = async (input, init) => {
        const response = await signedFetch(input, init);
        if (response.status === 200) return response;
        if (TEMPORARY_STATUSES.includes(response.status)) {
          await response.body?.cancel();
          throw new Error(`The service answered with status ${response.status}.`);
        }
        refusal = await readRefusal(response);
        return response;
      };
      const link = httpSubscriptionLink<AppRouter, typeof EventSource>({
        url,
        EventSource,
        eventSourceOptions: { fetch: connect },
      });
      return link(runtime)(call).subscribe({
        next: (value) => observer.next(value),
        error: (error) => observer.error(refusal ?? error),
        complete: () => observer.complete(),
      });
    });
}

async function readRefusal(response: Response): Promise<TRPCClientError<AppRouter>> {
  const meta = { response };
  try {
    return TRPCClientError.from<AppRouter>(Object(await response.json()), { meta });
  } catch (cause) {
    const error = new Error(`The answer with status ${response.status} is not of the service.`, { cause });
    return TRPCClientError.from<AppRouter>(error, { meta });
  }
}
