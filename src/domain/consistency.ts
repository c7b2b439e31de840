import type { TransactionStatus, TransactionType } from './transaction.ts';

/** What a row of counters adds up, by the names of its columns: counts, minor units and milliseconds. */
export const COUNTER_SUMS = [
  'created_count',
  'created_minor',
  'successful_count',
  'successful_minor',
  'unsuccessful_count',
  'settled_count',
  'settling_ms',
] as const;

export type CounterSums = Readonly<Record<(typeof COUNTER_SUMS)[number], number>>;

/** What can be wrong with a transaction, seen from its row. */
export type RowProblem = 'row-without-event' | 'row-differs';

/** What can be wrong with an event. */
export type EventProblem =
  | 'event-without-transaction'
  | 'event-orphan'
  | 'event-gap'
  | 'event-chain'
  | 'event-kind'
  | 'event-client';

/** What can be wrong with a callback. */
export type CallbackProblem =
  | 'callback-without-event'
  | 'callback-differs'
  | 'callback-untried'
  | 'callback-done-due'
  | 'callback-lease'
  | 'callback-stalled'
  | 'callback-out-of-turn';

/** What can be wrong with an attempt. */
export type AttemptProblem = 'attempt-without-event' | 'attempt-differs';

/** What can be wrong with the count of what an account was used for. */
export type AccountProblem = 'account-use' | 'account-order';

export interface RowDisagreement {
  readonly kind: RowProblem;
  readonly transactionId: string;
  readonly status: TransactionStatus;
  readonly sequence: number;
}

export interface EventDisagreement {
  readonly kind: EventProblem;
  readonly eventId: string;
  readonly transactionId: string;
  readonly sequence: number;
}

export interface CallbackDisagreement {
  readonly kind: CallbackProblem;
  readonly eventId: string;
  readonly transactionId: string;
}

export interface AttemptDisagreement {
  readonly kind: AttemptProblem;
  /** The place of the attempt in its table. */
  readonly position: number;
  readonly eventId: string;
}

export interface CountersDisagreement {
  readonly kind: 'counters';
  /** Days since 1970-01-01. */
  readonly day: number;
  readonly clientId: string;
  readonly bankId: string;
  readonly type: TransactionType;
  /** Null when there is no such row. */
  readonly stored: CounterSums | null;
  /** Null when there is nothing to count. */
  readonly expected: CounterSums | null;
}

/** The part of an account that assignments of deposits change. */
export interface AccountUse {
  /** Days since 1970-01-01. */
  readonly usedDay: number;
  readonly usedMinor: number;
  readonly assignedOrder: number;
}

export interface AccountDisagreement {
  readonly kind: AccountProblem;
  readonly accountId: string;
  readonly stored: AccountUse;
  readonly expected: AccountUse;
}

/** Something in a database that is not as the rest of it says. It names ids, and nothing that is private. */
export type Disagreement =
  /** The file itself is damaged: the message is the database's own. */
  | { readonly kind: 'file'; readonly message: string }
  | RowDisagreement
  | EventDisagreement
  | CallbackDisagreement
  | AttemptDisagreement
  | CountersDisagreement
  | AccountDisagreement;

/** Something that may be as it should and cannot be told: events without a callback between others with one. */
export interface Note {
  readonly kind: 'events-without-callback';
  readonly clientId: string;
  readonly count: number;
}

/** How many rows of each table were looked at. */
export type Checked = Readonly<
  Record<'transactions' | 'events' | 'callbacks' | 'attempts' | 'counters' | 'accounts', number>
>;

/** What a look at a whole database found. */
export interface Verdict {
  /** Null when the file is damaged: then nothing else was looked at. */
  readonly checked: Checked | null;
  /** Of each kind at most a thousand. */
  readonly disagreements: readonly Disagreement[];
  /** How many there are besides. */
  readonly more: number;
  readonly notes: readonly Note[];
}

/** The kinds of what a repair does. */
export type RepairKind =
  | 'transaction-changed'
  | 'event-added'
  | 'event-changed'
  | 'event-removed'
  | 'callback-added'
  | 'callback-changed'
  | 'callback-removed'
  | 'callbacks-ordered'
  | 'attempt-changed'
  | 'attempt-removed'
  | 'counters-set'
  | 'account-use-set';

type Values = Readonly<Record<string, string | number | null>>;

/** One thing that a repair did: the stored values that it changed, as they were and as they are. */
export interface RepairDone {
  readonly kind: RepairKind;
  /** The id of what was changed. */
  readonly subject: string;
  /** Null when it was not there. */
  readonly before: Values | null;
  /** Null when it is gone. */
  readonly after: Values | null;
}

/** What a repair comes to. */
export interface RepairOutput {
  /** The first thousand; all of them are in the table of repairs. */
  readonly done: readonly RepairDone[];
  readonly count: number;
}

/** What a person is told who has a database verified. */
export interface VerifyReport {
  readonly found: Verdict;
  /** Undefined when nothing was to be repaired. */
  readonly repaired?: RepairOutput;
  /** What a second look found behind the repair; undefined without one. */
  readonly left?: Verdict;
}

/** How many of one kind are kept in memory and listed. */
export const MOST_LISTED = 1000;
