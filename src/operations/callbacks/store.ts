import type { Transaction } from '../../domain/transaction.ts';
import type { TransactionEvent } from '../../domain/transition.ts';

export const CALLBACK_STATES = ['pending', 'delivered', 'failed'] as const;
export type CallbackState = (typeof CALLBACK_STATES)[number];

/** An event with the transaction it belongs to, and what became of telling its client. */
export interface EventRecord {
  readonly event: TransactionEvent;
  readonly transaction: Transaction;
  /** Undefined when the client had no callbackUrl at the time: nobody is told. */
  readonly callback: CallbackStatus | undefined;
}

export interface CallbackStatus {
  readonly state: CallbackState;
  /** When it is tried next, by the steady clock; null when it waits for an earlier one, and when it is done. */
  readonly dueAtMs: number | null;
}

export interface EventFilter {
  readonly clientId?: string | undefined;
  readonly transactionId?: string | undefined;
}

export interface EventPage {
  /** In the order they were committed. */
  readonly items: readonly EventRecord[];
  /** Whether more of them are there already. */
  readonly hasMore: boolean;
}

/** Reads what happened to transactions, in the order in which it was committed. */
export interface EventLog {
  /**
   * What follows the event `after`, or all from the beginning.
   * @returns undefined when there is no such event behind the filter.
   */
  list(
    filter: EventFilter,
    page: { readonly after?: string | undefined; readonly limit: number },
  ): Promise<EventPage | undefined>;
}

/** One attempt to deliver a callback. */
export interface CallbackAttempt {
  readonly eventId: string;
  readonly transactionId: string;
  readonly clientId: string;
  /** By the wall clock. */
  readonly startedAtMs: number;
  readonly durationMs: number;
  /** The HTTP status of the response; null when there was none. */
  readonly status: number | null;
  /** Why there was no response. */
  readonly error: string | null;
  /** The start of the response body; null when it was empty. */
  readonly responseExcerpt: string | null;
}

export interface AttemptFilter extends EventFilter {
  readonly eventId?: string | undefined;
}

export interface AttemptPage {
  /** Newest first. */
  readonly items: readonly (CallbackAttempt & { readonly position: number })[];
  /** Where reading goes on; undefined when nothing is left. */
  readonly next: number | undefined;
}

/** What operators see and do of callbacks. */
export interface CallbackAdmin {
  listAttempts(
    filter: AttemptFilter,
    page: { readonly after?: number | undefined; readonly limit: number },
  ): Promise<AttemptPage>;
  /** The event, for those who may see it. */
  findEvent(eventId: string): Promise<EventRecord | undefined>;
  /** Makes the callback of an event due again, also one that was delivered, or never wanted before. */
  redeliver(eventId: string): Promise<void>;
  /** Makes all callbacks of a client due again that were given up. @returns how many. */
  redeliverFailed(clientId: string): Promise<number>;
}
