import type { Logger } from 'pino';
import type { Deliver } from '../callbacks/deliver.ts';
import type { AttemptRecord, CallbackOutbox, ClaimedCallback } from '../callbacks/outbox.ts';

/** A callback is not sent with less than this left of its lease, because another process may claim it then. */
const MIN_LEASE_LEFT_MS = 15_000;

interface AttemptsOptions {
  readonly outbox: CallbackOutbox;
  readonly deliver: Deliver;
  readonly steadyNowMs: () => number;
  readonly logger: Logger;
}

/** Attempts whose failures are logged and stop nothing. A callback lost by one is due again when its lease ends. */
export interface Attempts {
  /** @returns undefined when nothing was sent. */
  make(callback: ClaimedCallback): Promise<AttemptRecord | undefined>;
  /** Records the attempt in the log and the outbox. */
  record(record: AttemptRecord): Promise<void>;
}

/** Makes attempts over an outbox. */
export function createAttempts({ outbox, deliver, steadyNowMs, logger }: AttemptsOptions): Attempts {
  return {
    async make(callback) {
      if (callback.leaseEndsAtMs - steadyNowMs() < MIN_LEASE_LEFT_MS) return undefined;
      try {
        return await deliver(callback);
      } catch (err) {
        logger.warn({ err, eventId: callback.event.id }, 'a callback could not be sent');
        return undefined;
      }
    },
    async record(record) {
      const { eventId, status, error, durationMs } = record.attempt;
      logger.info({ eventId, status, error, durationMs, state: record.outcome.state }, 'callback');
      try {
        await outbox.record(record);
      } catch (err) {
        // The callback is sent again when its lease ends, with the same webhook-id.
        logger.warn({ err, eventId }, 'the result of a callback could not be recorded');
      }
    },
  };
}
