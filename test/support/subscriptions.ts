import { createSignedFetch } from '../../src/client/index.ts';
import type { Credentials, Json } from '../harness.ts';
import type { Input } from './graphql-calls.ts';

const SUBSCRIPTION = `subscription ($filter: TransactionSelection) {
  transactionChanged(filter: $filter) { transactionId }
}`;

/** How each surface that has it is asked to watch transactions, and where its events hold what they tell. */
const WATCHES = {
  graphql: {
    request: (input: Input) => ({
      target: '/graphql',
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ query: SUBSCRIPTION, variables: { filter: input } }),
    }),
    told: (event: Json): string | undefined => event?.data?.transactionChanged?.transactionId,
    error: (json: Json): Json => json.errors?.[0]?.extensions.error,
  },
  trpc: {
    request: (input: Input) => ({
      target: `/trpc/transactions.onChange?input=${encodeURIComponent(JSON.stringify(input))}`,
      method: 'GET',
      headers: { accept: 'text/event-stream' },
    }),
    told: (event: Json): string | undefined => event?.transactionId,
    error: (json: Json): Json => json.error?.data.error,
  },
};

export type WatchingSurface = keyof typeof WATCHES;
export const WATCHING_SURFACES = Object.keys(WATCHES) as WatchingSurface[];

/** A watch that was let in, or the error that it was refused with. */
export interface Watch {
  readonly error?: Json;
  /** The transactionId that the next event tells of. */
  next(): Promise<string>;
  /** Goes away. */
  close(): void;
}

/** Asks to watch transactions. Resolves once everything that happens from then on will be told. */
export async function openWatch(
  service: { readonly url: string },
  surface: WatchingSurface,
  { input, as }: { readonly input: Input; readonly as: Credentials | null },
): Promise<Watch> {
  const { request, told, error } = WATCHES[surface];
  const { target, ...init } = request(input);
  const send = as ? createSignedFetch(as) : fetch;
  const leaving = new AbortController();
  const response = await send(service.url + target, { ...init, signal: leaving.signal });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  const events = isStream ? readEvents(response) : undefined;
  return {
    ...(!events && { error: error(await response.json()) }),
    async next() {
      for (;;) {
        const { done, value } = await events!.next();
        if (done) throw new Error('the stream ended');
        const transactionId = told(value);
        if (transactionId !== undefined) return transactionId;
      }
    },
    close: () => leaving.abort(),
  };
}

/** The data of each server-sent event (HTML standard, section 9.2.6), as far as these surfaces use the format. */
async function* readEvents(response: Response): AsyncGenerator<Json> {
  // Not the body alone: fetch closes the connection of a response that is garbage-collected unread.
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
