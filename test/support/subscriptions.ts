import { createSignedFetch } from '../../src/client/index.ts';
import type { Credentials, Json } from '../harness.ts';
import type { Input } from './graphql-calls.ts';

const SUBSCRIPTION = `subscription ($filter: TransactionSelection) {
  transactionChanged(filter: $filter) { transactionId }
}`;

/**
 * For each surface with a subscription: the request that opens it, and the position of the transaction in an event.
 */
const REQUESTS = {
  graphql: {
    request: (input: Input) => ({
      target: '/graphql',
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ query: SUBSCRIPTION, variables: { filter: input } }),
    }),
    transactionIdOf: (event: Json): string | undefined => event?.data?.transactionChanged?.transactionId,
    error: (json: Json): Json => json.errors?.[0]?.extensions.error,
  },
  trpc: {
    request: (input: Input) => ({
      target: `/trpc/transactions.onChange?input=${encodeURIComponent(JSON.stringify(input))}`,
      method: 'GET',
      headers: { accept: 'text/event-stream' },
    }),
    transactionIdOf: (event: Json): string | undefined => event?.transactionId,
    error: (json: Json): Json => json.error?.data.error,
  },
};

export type SubscriptionSurface = keyof typeof REQUESTS;
export const SUBSCRIPTION_SURFACES = Object.keys(REQUESTS) as SubscriptionSurface[];

/** An open subscription, or the error with which it was refused. */
export interface OpenSubscription {
  readonly error?: Json;
  /** The transactionId of the next event. */
  next(): Promise<string>;
  /** Closes the connection. */
  close(): void;
}

/** Subscribes to transactions. Resolves when the subscription is active. */
export async function openSubscription(
  service: { readonly url: string },
  surface: SubscriptionSurface,
  { input, as }: { readonly input: Input; readonly as: Credentials | null },
): Promise<OpenSubscription> {
  const { request, transactionIdOf, error } = REQUESTS[surface];
  const { target, ...init } = request(input);
  const send = as ? createSignedFetch(as) : fetch;
  const closing = new AbortController();
  const response = await send(service.url + target, { ...init, signal: closing.signal });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  const events = isStream ? readEvents(response) : undefined;
  return {
    ...(!events && { error: error(await response.json()) }),
    async next() {
      for (;;) {
        const { done, value } = await events!.next();
        if (done) throw new Error('the stream ended');
        const transactionId = transactionIdOf(value);
        if (transactionId !== undefined) return transactionId;
      }
    },
    close: () => closing.abort(),
  };
}

/** The data of each server-sent event (HTML standard, section 9.2.6), as far as these surfaces use the format. */
async function* readEvents(response: Response): AsyncGenerator<Json> {
  // The caller passes the whole response: fetch closes the connection of a response that is garbage-collected unread.
  const body = response.body as AsyncIterable<Uint8Array>;
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of body) {
    text += decoder.decode(bytes, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = block.split('\n').filter((line) => line.startsWith('data:'));
      if (data.length > 0) yield JSON.parse(data.map((line) => line.slice(5)).join('\n') || 'null');
    }
  }
}
