import type { Transaction } from '../transactions/domain/transaction.ts';
import type { TransactionEvent } from '../transactions/domain/transition.ts';
import type { CallbackAttempt } from './store.ts';

/** The pending callbacks of one client. Timestamps are of the steady clock. */
export interface CallbackQueue {
  readonly clientId: string;
  /** The time when the first of them is due. */
  readonly dueAtMs: number;
}

/** A callback that this process has claimed. No other process sends it before the lease ends. */
export interface ClaimedCallback {
  readonly event: TransactionEvent;
  readonly transaction: Transaction;
  readonly failedAttempts: number;
  /** The time when the callback first became due. */
  readonly dueSinceMs: number;
  readonly leaseEndsAtMs: number;
}

export interface Claim {
  readonly clientId: string;
  readonly limit: number;
}

/** The state of a callback after an attempt. */
export type DeliveryOutcome =
  | { readonly state: 'delivered' | 'failed' }
  | {
      readonly state: 'pending';
      readonly dueAtMs: number;
      /**
       * When the attempt began, which shows to what outage the wait belongs; null when the receiver
       * requested this wait with `Retry-After`.
       */
      readonly waitsSinceMs: number | null;
      /** How often the receiver has failed, this attempt included. */
      readonly failedAttempts: number;
    };

export interface AttemptRecord {
  readonly attempt: CallbackAttempt;
  readonly outcome: DeliveryOutcome;
}

/** The trace that the callback of an event belongs to. */
export interface CallbackTrace {
  readonly eventId: string;
  readonly traceparent: string;
}

/** The outbox as the worker uses it. Each change is one short commit. */
export interface CallbackOutbox {
  /** Notifies the subscribers that a commit of this process may have made callbacks due, with traces of some. */
  notify(traces?: readonly CallbackTrace[]): void;
  /** Calls the listener after each `notify`. @returns a function that ends the subscription. */
  subscribe(listener: (traces: readonly CallbackTrace[]) => void): () => void;
  /** One queue for each client that has pending callbacks. */
  queues(): Promise<readonly CallbackQueue[]>;
  /** Claims due callbacks, oldest first for each client. */
  claim(claims: readonly Claim[], leaseMs: number): Promise<readonly ClaimedCallback[]>;
  /**
   * Records an attempt and, if this process still holds the lease, its outcome.
   * @returns whether the attempt succeeded after an outage, whichever processes have noticed it.
   */
  record(record: AttemptRecord): Promise<boolean>;
  /** Returns claimed callbacks that were not sent. */
  unclaim(eventIds: readonly string[]): Promise<void>;
  /**
   * Ends every lease, and every wait by a clock that was ahead, if one process at a time serves the database: the
   * processes that claimed callbacks have ended. If there can be others, leases expire.
   */
  endLeases(): Promise<void>;
  /**
   * Makes callbacks due whose wait was set by a clock that has been set back since, and shortens such leases. Only for
   * processes that share the database and follow its clock.
   */
  rebaseWaits(): Promise<void>;
  /**
   * Makes the callbacks of one client due that have waited for another attempt since before a timestamp, because
   * their receiver is back, at most `limit` of them. Waits that the receiver requested with `Retry-After` are kept.
   * @returns whether more of them still wait, or may: earlier claimed ones can still fail.
   */
  retryNow(
    clientId: string,
    request: { readonly waitingSinceMs: number; readonly limit: number },
  ): Promise<boolean>;
}
