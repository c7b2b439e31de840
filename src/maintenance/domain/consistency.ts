import type { AccountUse } from '../../banks/domain/bank.ts';
import type { CounterSums } from '../../transactions/domain/counters.ts';
import type { TransactionStatus, TransactionType } from '../../transactions/domain/transaction.ts';

/** The kinds of disagreement between the row of a transaction and its events. */
export type RowProblem = 'row-without-event' | 'row-differs';

/** The kinds of disagreement of an event. */
export type EventProblem =
  | 'event-without-transaction'
  | 'event-orphan'
  | 'event-gap'
  | 'event-chain'
  | 'event-kind'
  | 'event-client';

/** The kinds of disagreement of a callback. */
export type CallbackProblem =
  | 'callback-without-event'
  | 'callback-differs'
  | 'callback-untried'
  | 'callback-done-due'
  | 'callback-lease'
  | 'callback-stalled'
  | 'callback-out-of-turn';

/** The kinds of disagreement of a planned decision. */
export type PlanProblem = 'plan-without-transaction' | 'plan-differs';

/** The kinds of disagreement of an attempt. */
export type AttemptProblem = 'attempt-without-event' | 'attempt-differs';

/** The kinds of disagreement between an account and the deposits assigned to it. */
export type AccountProblem = 'account-use' | 'account-order';

export interface RowDisagreement {
  readonly kind: RowProblem;
  readonly transactionId: string;
  readonly status: TransactionStatus;
  readonly sequence: number;
}

/** A reference with a wrong check character, or one of a withdrawal. */
export interface ReferenceDisagreement {
  readonly kind: 'reference';
  readonly transactionId: string;
}

/** Names that a search would compare wrongly. */
export interface FoldedNamesDisagreement {
  readonly kind: 'folded-names';
  readonly transactionId: string;
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

export interface PlanDisagreement {
  readonly kind: PlanProblem;
  readonly transactionId: string;
}

export interface AttemptDisagreement {
  readonly kind: AttemptProblem;
  /** The position of the attempt in its table. */
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
  /** Null when the row is missing. */
  readonly stored: CounterSums | null;
  /** Null when no transaction is counted there. */
  readonly expected: CounterSums | null;
}

/** The part of an account that its deposits change. */
export interface AccountState extends AccountUse {
  readonly assignedOrder: number;
}

export interface AccountDisagreement {
  readonly kind: AccountProblem;
  readonly accountId: string;
  readonly stored: AccountState;
  readonly expected: AccountState;
}

/**
 * A line of a bank statement that differs from its decision, a decision whose settlement is not there, or a file that
 * counts other lines than it has.
 */
export interface LineDisagreement {
  readonly kind: 'line-state' | 'line-settlement' | 'file-count' | 'file-taken-back';
  /** Of the line, or of the file. */
  readonly id: string;
}

/**
 * A batch of payouts that does not contain what it says, one whose content nobody else has approved, one that was
 * exported without the file of its content, or one that waits for what is no pending withdrawal and no open refund.
 */
export interface PayoutDisagreement {
  readonly kind: 'payout-content' | 'payout-approval' | 'payout-file' | 'payout-row';
  readonly batchId: string;
}

/** A refund that is more than its line, or is not what the state of that line says. */
export interface RefundDisagreement {
  readonly kind: 'refund';
  readonly id: string;
}

/** A closing of a day whose figures are not those of its hash, or that does not follow the one before. */
export interface ClosingDisagreement {
  readonly kind: 'day-closing';
  /** `2026-11-28`. */
  readonly day: string;
  readonly number: number;
}

export type AuditDisagreement =
  /** `count` rows from the position on. */
  | { readonly kind: 'audit-missing'; readonly position: number; readonly count: number }
  | { readonly kind: 'audit-changed' | 'audit-chain'; readonly position: number };

/** The result of walking the audit log. */
export interface AuditVerdict {
  readonly rows: number;
  readonly lastHash: string;
  /** Null when everything fits. */
  readonly first: AuditDisagreement | null;
  /** The number of disagreements. */
  readonly count: number;
  /** Whether no row has the hash that was asked for. */
  readonly lacksKnownHash: boolean;
}

/** An inconsistency in a database. It holds ids and no private data. */
export type Disagreement =
  /** The file is damaged; the message comes from the database engine. */
  | { readonly kind: 'file'; readonly message: string }
  | RowDisagreement
  | ReferenceDisagreement
  | FoldedNamesDisagreement
  | EventDisagreement
  | CallbackDisagreement
  | PlanDisagreement
  | AttemptDisagreement
  | CountersDisagreement
  | AccountDisagreement
  | LineDisagreement
  | PayoutDisagreement
  | RefundDisagreement
  | ClosingDisagreement
  | AuditDisagreement;

/**
 * A finding that may be correct: events without a callback between others with one. The database does not store
 * whether the client had a callbackUrl at the time.
 */
export interface Note {
  readonly kind: 'events-without-callback';
  readonly clientId: string;
  readonly count: number;
}

/** The number of checked rows of each table. */
export type Checked = Readonly<
  Record<'transactions' | 'events' | 'callbacks' | 'attempts' | 'counters' | 'accounts' | 'commands', number>
>;

/** The result of checking a whole database. */
export interface Verdict {
  /** Null when the file is damaged, since nothing else is checked then. */
  readonly checked: Checked | null;
  /** At most MAX_LISTED of each kind. */
  readonly disagreements: readonly Disagreement[];
  /** The number of disagreements that are not listed. */
  readonly more: number;
  readonly notes: readonly Note[];
}

/** The most disagreements of one kind that are kept in memory and listed. */
export const MAX_LISTED = 1000;
