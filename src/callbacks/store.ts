import type { AuditOrigin } from '../audit/domain/audit.ts';
import type { ReadScope } from '../operations/read-scope.ts';
import type { Transaction } from '../transactions/domain/transaction.ts';
import type { TransactionEvent } from '../transactions/domain/transition.ts';

export const CALLBACK_STATES = ['pending', 'delivered', 'failed'] as const;
export type CallbackState = (typeof CALLBACK_STATES)[number];

/** An event with its transaction and the state of its callback. */
export interface EventRecord {
  readonly event: TransactionEvent;
  readonly transaction: Transaction;
  /** Undefined when the client had no callbackUrl at the time of the event, or when it was dropped for its age. */
  readonly callback: CallbackStatus | undefined;
}

export interface CallbackStatus {
  readonly state: CallbackState;
  /** The next attempt, by the steady clock; null when the callback is done or waits for an earlier one. */
  readonly dueAtMs: number | null;
}

export interface EventFilter extends ReadScope {
  readonly transactionId?: string | undefined;
}

export interface EventPage {
  /** In the order of their commits. */
  readonly items: readonly EventRecord[];
  /** True if more events follow. */
  readonly hasMore: boolean;
}

/** One attempt to deliver a callback. */
export interface CallbackAttempt {
  readonly eventId: string;
  readonly transactionId: string;
  readonly clientId: string;
  /** The mode of the transaction. */
  readonly isTest: boolean;
  /** A time of the wall clock. */
  readonly startedAtMs: number;
  readonly durationMs: number;
  /** The HTTP status of the response; null when there was none. */
  readonly status: number | null;
  /** The reason why there was no response. */
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
  /** The position of the last item, after which the next page starts; undefined at the end. */
  readonly next: number | undefined;
}

/** The callbacks of one client that wait, and those that were given up. */
export interface ClientCallbacks {
  readonly clientId: string;
  readonly waiting: number;
  readonly failed: number;
  /** The newest attempt that failed; undefined when there is none. */
  readonly lastFailure: CallbackAttempt | undefined;
}

/** A callback that was given up. */
export interface FailedCallback {
  readonly event: TransactionEvent;
  readonly transaction: Transaction;
  /** Undefined when it was dropped for its age. */
  readonly lastAttempt: CallbackAttempt | undefined;
}

export interface FailedPage {
  /** Newest first. */
  readonly items: readonly FailedCallback[];
  readonly hasMore: boolean;
}

/** The callbacks and their attempts, for operators. */
export interface CallbackStore {
  /** The clients with callbacks that wait or were given up. It looks at no other callbacks. */
  summarize(scope: Pick<ReadScope, 'isTest'>): Promise<readonly ClientCallbacks[]>;
  /** @returns undefined when no event has the id. */
  findEvent(eventId: string): Promise<EventRecord | undefined>;
  /**
   * Makes the callback of an event due now. It may have been delivered already, or never created.
   * @returns the event after that; undefined when no event has the id.
   */
  redeliver(eventId: string, audit?: AuditOrigin): Promise<EventRecord | undefined>;
  /** Makes all failed callbacks of a client due now, and those that wait for their next attempt where wanted. */
  redeliverAll(client: RedeliveredClient, audit?: AuditOrigin): Promise<RedeliveredCount>;
}

interface RedeliveredClient {
  readonly id: string;
  readonly appKey: string;
  /** Whether callbacks that wait for their next attempt are made due, too, whoever requested the wait. */
  readonly waiting: boolean;
}

interface RedeliveredCount {
  readonly count: number;
  /** How many of them were waiting for their next attempt. */
  readonly waitingCount: number;
}
