import { expect } from 'vitest';
import type { Client, Fetch } from '../../src/client/index.ts';
import { eventually } from './eventually.ts';

/** Subscribes and records what arrives and how the subscription ends. */
export function subscribe(client: Client) {
  const received: string[] = [];
  let starts = 0;
  let completed = false;
  let error: unknown;
  const subscription = client.transactions.onChange.subscribe(
    {},
    {
      onStarted: () => {
        starts += 1;
      },
      onData: ({ transactionId }) => void received.push(transactionId),
      onError: (thrown) => {
        error = thrown;
      },
      onComplete: () => {
        completed = true;
      },
    },
  );
  return {
    received,
    get error() {
      return error;
    },
    get completed() {
      return completed;
    },
    untilStarted: (times = 1) => eventually(() => expect(starts).toBeGreaterThanOrEqual(times)),
    [Symbol.dispose]: () => subscription.unsubscribe(),
  };
}

export type Subscriber = ReturnType<typeof subscribe>;

/** A stream that ends at once and asks for a reconnection after a millisecond. */
export const cutStream = () =>
  new Response('retry: 1\n\n', { headers: { 'content-type': 'text/event-stream' } });

/** A fetch whose first calls get the given responses instead of the service's. */
export function fetchWithResponses(...responses: readonly (() => Response)[]) {
  const signs: string[] = [];
  const fetch: Fetch = async (url, init) => {
    signs.push(new Headers(init.headers).get('sign') ?? '');
    const response = responses[signs.length - 1];
    if (response) return response();
    return globalThis.fetch(url, init);
  };
  return { signs, fetch };
}
