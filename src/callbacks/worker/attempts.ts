import type { Logger } from 'pino';
import { traceIdOf } from '../../kernel/traceparent.ts';
import type { AttemptOutcome, Observer } from '../../operations/observer.ts';
import type { AttemptRecord, CallbackOutbox, ClaimedCallback, DeliveryOutcome } from '../outbox.ts';
import type { Deliver, Delivery } from '../sending/deliver.ts';
import type { CallbackTraces } from '../sending/traces.ts';

interface AttemptsOptions {
  readonly outbox: CallbackOutbox;
  readonly deliver: Deliver;
  readonly traces: Pick<CallbackTraces, 'forget'>;
  readonly observer: Observer | undefined;
  readonly logger: Logger;
}

/** Attempts whose failures are logged and stop nothing. A callback lost by one is due again when its lease ends. */
export interface Attempts {
  /** Makes an attempt, and a line of the log. @returns undefined when nothing was sent. */
  make(callback: ClaimedCallback): Promise<AttemptRecord | undefined>;
  /**
   * Records the attempt in the outbox.
   * @returns whether its receiver is back after an outage. It is taken to be after a success that may have been stored
   * or not: if it was, no later one ends that outage.
   */
  record(made: AttemptRecord): Promise<boolean>;
}

const OUTCOMES = {
  delivered: 'delivered',
  pending: 'to_retry',
  failed: 'given_up',
} as const satisfies Readonly<Record<DeliveryOutcome['state'], AttemptOutcome>>;

/** Makes attempts over an outbox. */
export function createAttempts(options: AttemptsOptions): Attempts {
  const { outbox, deliver, traces, observer, logger } = options;
  return {
    async make(callback) {
      try {
        const delivery = await deliver(callback);
        if (!delivery) return undefined;
        logDelivery(logger, delivery);
        const { attempt, outcome } = delivery.record;
        if (outcome.state !== 'pending') traces.forget(attempt.eventId);
        if (!delivery.isTest) observer?.attempt(OUTCOMES[outcome.state], attempt.durationMs);
        return delivery.record;
      } catch (err) {
        const { id: eventId, transactionId } = callback.event;
        logger.warn({ err, eventId, transactionId }, 'a callback could not be sent');
        return undefined;
      }
    },
    async record(record) {
      const { eventId, transactionId } = record.attempt;
      try {
        return await outbox.record(record);
      } catch (err) {
        // The callback is sent again when its lease ends, with the same webhook-id.
        logger.warn({ err, eventId, transactionId }, 'the result of a callback could not be recorded');
        return record.outcome.state === 'delivered';
      }
    },
  };
}

function logDelivery(logger: Logger, { record: { attempt, outcome }, appKey, traceparent }: Delivery): void {
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
