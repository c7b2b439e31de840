import type { Transaction } from '../domain/transaction.ts';
import type { TransactionEvent } from '../domain/transition.ts';
import type { CallbackAttempt } from '../operations/callbacks/store.ts';

/** The callbacks of one client that wait for their time. Times are of the steady clock. */
export interface CallbackQueue {
  readonly clientId: string;
  /** When the first of them is due. */
  readonly dueAtMs: number;
}

/** A callback that this process has claimed: nobody else sends it before the lease ends. */
export interface ClaimedCallback {
  readonly event: TransactionEvent;
  readonly transaction: Transaction;
  readonly failedAttempts: number;
  /** When its turn came. */
  readonly dueSinceMs: number;
  readonly leaseEndsAtMs: number;
}

export interface Claim {
  readonly clientId: string;
  readonly limit: number;
}

/** What an attempt led to. */
export type DeliveryOutcome =
  | { readonly state: 'delivered' | 'failed' }
  | { readonly state: 'pending'; readonly dueAtMs: number; readonly retryAfterRequested: boolean };

export interface AttemptRecord {
  readonly attempt: CallbackAttempt;
  readonly outcome: DeliveryOutcome;
}

/** The outbox as the worker uses it. Every method that changes it is one short commit. */
export interface CallbackOutbox {
  /** Every client that has callbacks waiting for a time. */
  queues(): Promise<readonly CallbackQueue[]>;
  /** Claims what is due, oldest first for each client. */
  claim(claims: readonly Claim[], leaseMs: number): Promise<readonly ClaimedCallback[]>;
  /** Records an attempt and, as long as this process has the lease, what follows from it. */
  record(record: AttemptRecord): Promise<void>;
  /** Gives back what was claimed and not sent. */
  release(eventIds: readonly string[]): Promise<void>;
  /** Ends every lease: those who had one are gone. For a process that is alone with its database. */
  endLeases(): Promise<void>;
  /**
   * Makes due what waits for another attempt since before a moment, unless its receiver asked for the wait: it is
   * there again.
   * @returns how many, at most `limit`.
   */
  retryNow(
    clientId: string,
    request: { readonly waitingSinceMs: number; readonly limit: number },
  ): Promise<number>;
}
