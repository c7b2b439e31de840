import { callbackBody } from '../domain/callback.ts';
import { decideDelivery } from '../domain/delivery.ts';
import { callbackSignature, liveSecrets } from '../domain/signing.ts';
import type { Client, ClientDirectory } from '../operations/admin/directory.ts';
import type { Runtime } from '../operations/runtime.ts';
import type { AttemptRecord, ClaimedCallback, DeliveryOutcome } from './outbox.ts';
import type { Sender, SendResult } from './send.ts';

export interface DeliverOptions {
  readonly sender: Sender;
  readonly clients: ClientDirectory;
  readonly runtime: Runtime;
  readonly userAgent: string;
}

/** Makes one attempt to deliver a callback. Rejects only when its client cannot be read. */
export type Deliver = (callback: ClaimedCallback) => Promise<AttemptRecord>;

const NOT_SENT = { status: null, responseExcerpt: null, retryAfterSeconds: null, durationMs: 0 } as const;

/** Makes the function that signs a callback, sends it, and decides its outcome. */
export function createDeliver(options: DeliverOptions): Deliver {
  const { clients, runtime } = options;
  return async (callback) => {
    const { event, failedAttempts, dueSinceMs } = callback;
    const client = await clients.findById(event.clientId);
    const startedAtMs = runtime.nowMs();
    const result = client ? await attempt(callback, client, options) : undefined;
    const { status, error, responseExcerpt, durationMs } = result ?? { ...NOT_SENT, error: NO_URL };
    const attemptRecord = {
      eventId: event.id,
      transactionId: event.transactionId,
      clientId: event.clientId,
      startedAtMs,
      durationMs,
      status,
      error,
      responseExcerpt,
    };
    if (!result) return { attempt: attemptRecord, outcome: { state: 'failed' } };
    const nowMs = runtime.steadyNowMs();
    const decision = decideDelivery({ failedAttempts, ageMs: nowMs - dueSinceMs }, result, runtime.random());
    return { attempt: attemptRecord, outcome: outcomeOf(decision, nowMs) };
  };
}

/** The error of an attempt whose client has removed its callbackUrl. */
export const NO_URL = 'the client has no callbackUrl';

function outcomeOf(decision: ReturnType<typeof decideDelivery>, nowMs: number): DeliveryOutcome {
  if (decision.kind === 'retry')
    return {
      state: 'pending',
      dueAtMs: nowMs + decision.delayMs,
      retryAfterRequested: decision.retryAfterRequested,
    };
  return { state: decision.kind === 'delivered' ? 'delivered' : 'failed' };
}

/** @returns undefined when the client has no callbackUrl. */
async function attempt(
  { event, transaction }: ClaimedCallback,
  { callbackUrl, secrets }: Client,
  { runtime, sender, userAgent }: DeliverOptions,
): Promise<SendResult | undefined> {
  if (callbackUrl === null) return undefined;
  const nowMs = runtime.nowMs();
  // The newest secret comes first. `hash` is computed with it.
  const live = liveSecrets(secrets, nowMs);
  const [newest] = live;
  if (!newest) return { ...NOT_SENT, error: 'the client has no secret to sign with' };
  const body = JSON.stringify(callbackBody(event, transaction, newest));
  const timestamp = String(Math.floor(nowMs / 1000));
  const signatures = live.map((secret) => callbackSignature(secret, { id: event.id, timestamp, body }));
  return sender.send({
    url: callbackUrl,
    headers: {
      'content-type': 'application/json',
      'user-agent': userAgent,
      'webhook-id': event.id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signatures.join(' '),
    },
    body,
  });
}
