import type { Logger } from 'pino';
import { callbackSignature, liveSecrets } from '../../access/domain/signing.ts';
import type { Client, ClientDirectory } from '../../admin/client-directory.ts';
import { traceIdOf } from '../../kernel/traceparent.ts';
import type { AttemptOutcome, Observer, Span, SpanEnd, Tracing } from '../../operations/observer.ts';
import type { Runtime } from '../../operations/runtime.ts';
import { callbackBody } from '../domain/callback.ts';
import { decideDelivery } from '../domain/delivery.ts';
import { LEASE_MS } from '../limits.ts';
import type { AttemptRecord, ClaimedCallback, DeliveryOutcome } from '../outbox.ts';
import type { CallbackAttempt } from '../store.ts';
import type { Sender, SendResult } from './send.ts';
import type { CallbackTraces } from './traces.ts';

export interface DeliverOptions {
  readonly sender: Sender;
  readonly clients: ClientDirectory;
  readonly runtime: Runtime;
  readonly userAgent: string;
  readonly traces: Pick<CallbackTraces, 'of' | 'forget'>;
  readonly tracing: Tracing | undefined;
  readonly observer: Observer | undefined;
  readonly logger: Logger;
}

/**
 * Makes one attempt to deliver a callback, and a line of the log. Rejects only when its client cannot be read.
 * @returns undefined when too little is left of its lease, or when it may have lost the lease while the machine was
 * suspended.
 */
export type Deliver = (callback: ClaimedCallback) => Promise<AttemptRecord | undefined>;

/** A callback is not sent when less than this is left of its lease, because another process could then claim it. */
const MIN_LEASE_LEFT_MS = 15_000;

const NOT_SENT = { status: null, responseExcerpt: null, retryAfterSeconds: null, durationMs: 0 } as const;

/** Makes the function that signs a callback, sends it, and decides its outcome. */
export function createDeliver(options: DeliverOptions): Deliver {
  const { clients, runtime, traces, observer } = options;
  return async (callback) => {
    const { event } = callback;
    const known = await clients.findById(event.clientId);
    // Without a URL the callback is given up for good, and the cached client may be outdated.
    const client = known?.callbackUrl ? known : await clients.readById(event.clientId);
    // Checked last, because the database may have been slow to return the client.
    const beganMs = runtime.steadyNowMs();
    const leftMs = callback.leaseEndsAtMs - beganMs;
    // A lease longer than the longest was given by a clock that has been set back since: it can end earlier.
    if (leftMs < MIN_LEASE_LEFT_MS || leftMs > LEASE_MS || !runtime.isTimeSure()) return undefined;
    const startedAtMs = runtime.nowMs();
    const span = beginSpan(callback, options);
    const traceparent = span?.traceparent ?? traces.of(event.id);
    const result = client
      ? await attempt(callback, client, { ...options, traceparent }).catch((error: unknown) => {
          span?.end({ error: 'not_attempted' });
          throw error;
        })
      : undefined;
    const outcome = result ? decide(callback, { result, beganMs }, runtime) : ({ state: 'failed' } as const);
    const record = { attempt: attemptOf(callback, startedAtMs, result), outcome };
    span?.end(endOf(record.attempt.status, outcome));
    logAttempt(options.logger, record, { appKey: client?.appKey, traceparent });
    if (outcome.state !== 'pending') traces.forget(event.id);
    if (!client?.isTest) observer?.attempt(OUTCOMES[outcome.state], record.attempt.durationMs);
    return record;
  };
}

const OUTCOMES = {
  delivered: 'delivered',
  pending: 'to_retry',
  failed: 'given_up',
} as const satisfies Readonly<Record<DeliveryOutcome['state'], AttemptOutcome>>;

function logAttempt(
  logger: Logger,
  { attempt, outcome }: AttemptRecord,
  { appKey, traceparent }: { readonly appKey: string | undefined; readonly traceparent: string | undefined },
): void {
  const { eventId, transactionId, status, error, durationMs } = attempt;
  logger.info(
    {
      appKey,
      transactionId,
      eventId,
      status,
      error,
      traceId: traceparent && traceIdOf(traceparent),
      durationMs: Math.round(durationMs * 1000) / 1000,
      state: outcome.state,
    },
    'callback',
  );
}

function attemptOf(
  { event }: ClaimedCallback,
  startedAtMs: number,
  result: SendResult | undefined,
): CallbackAttempt {
  const { status, error, responseExcerpt, durationMs } = result ?? { ...NOT_SENT, error: NO_URL };
  return {
    eventId: event.id,
    transactionId: event.transactionId,
    clientId: event.clientId,
    isTest: event.isTest,
    startedAtMs,
    durationMs,
    status,
    error,
    responseExcerpt,
  };
}

function beginSpan({ event }: ClaimedCallback, { traces, tracing }: DeliverOptions): Span | undefined {
  const attributes = { 'bank_transfers.event_id': event.id };
  return tracing?.begin('callback attempt', { kind: 'client', parent: traces.of(event.id), attributes });
}

function endOf(status: number | null, { state }: DeliveryOutcome): SpanEnd {
  return {
    attributes: {
      'bank_transfers.callback_state': state,
      ...(status !== null && { 'http.response.status_code': status }),
    },
    error: state === 'delivered' ? undefined : status === null ? 'no_response' : String(status),
  };
}

/** The error of an attempt whose client has removed its callbackUrl. */
export const NO_URL = 'the client has no callbackUrl';

function decide(
  { failedAttempts, dueSinceMs }: ClaimedCallback,
  { result, beganMs }: { readonly result: SendResult; readonly beganMs: number },
  { steadyNowMs, random }: Runtime,
): DeliveryOutcome {
  const nowMs = steadyNowMs();
  const decision = decideDelivery({ failedAttempts, ageMs: nowMs - dueSinceMs }, result, random());
  if (decision.kind === 'retry')
    return {
      state: 'pending',
      dueAtMs: nowMs + decision.delayMs,
      waitsSinceMs: decision.retryAfterRequested ? null : beganMs,
      failedAttempts: decision.failedAttempts,
    };
  return { state: decision.kind === 'delivered' ? 'delivered' : 'failed' };
}

/** @returns undefined when the client has no callbackUrl. */
async function attempt(
  { event, transaction }: ClaimedCallback,
  { callbackUrl, secrets }: Client,
  {
    runtime,
    sender,
    userAgent,
    traceparent,
  }: Pick<DeliverOptions, 'runtime' | 'sender' | 'userAgent'> & { readonly traceparent: string | undefined },
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
      ...(traceparent !== undefined && { traceparent }),
    },
    body,
  });
}
