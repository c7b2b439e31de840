import type { Credentials, Json } from '../harness.ts';
import type { Input } from './graphql-calls.ts';
import { openStream, type StreamSurface } from './streams.ts';

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
  surface: StreamSurface,
  { input, as }: { readonly input: Input; readonly as: Credentials | null },
): Promise<OpenSubscription> {
  const { response, payload, close } = await openStream(service, surface, { filter: input, as });
  const isStream = response.headers['content-type']?.startsWith('text/event-stream');
  const refusal: Json = isStream ? {} : JSON.parse(Buffer.concat(await response.toArray()).toString());
  const error = refusal.errors?.[0].extensions.error ?? refusal.error?.data.error;
  return {
    ...(error && { error }),
    async next() {
      const transaction = await payload();
      if (transaction?.transactionId === undefined) throw new Error('the stream ended');
      return transaction.transactionId;
    },
    close,
  };
}
