import type { Logger } from 'pino';
import type { Deliver } from '../callbacks/deliver.ts';
import type { AttemptRecord, CallbackOutbox, ClaimedCallback } from '../callbacks/outbox.ts';

/** With less than this left of its lease a callback is not sent any more: another may claim it. */
const MIN_LEASE_LEFT_MS = 15_000;

interface AttemptsOptions {
  readonly outbox: CallbackOutbox;
  readonly deliver: Deliver;
  readonly steadyNowMs: () => number;
  readonly logger: Logger;
}

/** Attempts whose failures, of whatever kind, stop nothing: what is lost is due again when its lease ends. */
export interface Attempts {
  /** @returns undefined when nothing was sent. */
  make(callback: ClaimedCallback): Promise<AttemptRecord | undefined>;
  /** Writes down what came of one, into the log and the outbox. */
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
        // It is sent again when its lease ends, with the same webhook-id.
        logger.warn({ err, eventId }, 'what came of a callback could not be recorded');
      }
    },
  };
}
