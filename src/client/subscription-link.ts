import { httpSubscriptionLink, TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { AppRouter } from '../surfaces/trpc/router.ts';
import { type OpenStream, SignedEventSource } from './event-source.ts';
import { foreignAnswer } from './foreign-answer.ts';
import { type Fetches, TEMPORARY_STATUSES } from './retrying-fetch.ts';
import { endpoint } from './signed-fetch.ts';

const EVENTS = 'text/event-stream';

/**
 * A link for subscriptions over server-sent events. Each connection and each reconnection is signed again. While the
 * service is unreachable the link retries, as after a lost connection. A refusal ends the subscription with the error
 * of the service, which an EventSource does not pass on. A request that cannot be sent ends it too.
 */
export function subscriptionLink(
  baseUrl: string,
  { signedFetch, wasSent }: Pick<Fetches, 'signedFetch' | 'wasSent'>,
): TRPCLink<AppRouter> {
  return (runtime) => (call) =>
    observable((observer) => {
      let refusal: TRPCClientError<AppRouter> | undefined;
      const open: OpenStream = async (target, signal) => {
        const response = await signedFetch(target, { headers: { accept: EVENTS }, signal }).catch(
          (error: unknown) => {
            if (wasSent(error)) throw error;
            refusal = TRPCClientError.from<AppRouter>(
              error instanceof Error ? error : new Error(String(error)),
            );
          },
        );
        if (!response) return undefined;
        const isStream = response.headers.get('content-type')?.startsWith(EVENTS);
        if (response.ok && isStream && response.body) return response.body;
        if (TEMPORARY_STATUSES.includes(response.status)) {
          await response.body?.cancel();
          throw new Error(`The service responded with status ${response.status}.`);
        }
        refusal = await readRefusal(response, baseUrl);
        return undefined;
      };
      const link = httpSubscriptionLink<AppRouter, typeof SignedEventSource>({
        url: endpoint(baseUrl, '/trpc'),
        EventSource: SignedEventSource,
        eventSourceOptions: { open },
      });
      return link(runtime)(call).subscribe({
        next: (value) => observer.next(value),
        error: (error) => observer.error(refusal ?? error),
        complete: () => observer.complete(),
      });
    });
}

async function readRefusal(response: Response, baseUrl: string): Promise<TRPCClientError<AppRouter>> {
  const meta = { response };
  try {
    const body: unknown = await response.json();
    if (typeof body !== 'object' || body === null || !('error' in body))
      throw new TypeError('the body is not a tRPC error');
    return TRPCClientError.from<AppRouter>(body, { meta });
  } catch {
    return TRPCClientError.from<AppRouter>(foreignAnswer(baseUrl, response.status), { meta });
  }
}
