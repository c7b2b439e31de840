import type { AccountUse } from '../../banks/domain/bank.ts';
import { formatDay } from '../../kernel/time-zone.ts';
import { COUNTER_SUMS, type CounterSums } from '../../transactions/domain/counters.ts';
import type { TransactionStatus, TransactionType } from '../../transactions/domain/transaction.ts';

type OfTransaction = Readonly<{ transactionId: string }>;
type OfRow = OfTransaction & Readonly<{ status: TransactionStatus; sequence: number }>;
type OfEvent = Readonly<{ eventId: string; transactionId: string; sequence: number }>;
type OfCallback = Readonly<{ eventId: string; transactionId: string }>;
/** An attempt by its position in the table. */
type OfAttempt = Readonly<{ position: number; eventId: string }>;
/** `stored` is null when the row is missing, `expected` when no transaction is counted there. */
type OfCounters = Readonly<{
  /** Days since 1970-01-01. */
  day: number;
  clientId: string;
  bankId: string;
  type: TransactionType;
  stored: CounterSums | null;
  expected: CounterSums | null;
}>;
/** The part of an account that its deposits change. */
export interface AccountState extends AccountUse {
  readonly assignedOrder: number;
}
type OfAccount = Readonly<{ accountId: string; stored: AccountState; expected: AccountState }>;
/** Of a line, a file or a refund. */
type OfId = Readonly<{ id: string }>;
type OfBatch = Readonly<{ batchId: string }>;
/** `day` is like `2026-11-28`. */
type OfClosing = Readonly<{ day: string; number: number }>;
type OfAudit = Readonly<{ position: number }>;

/** The disagreements that `verify` can find, each a sentence of the ids that it needs. None holds private data. */
const SENTENCES = {
  /** The message comes from the database engine. */
  file: (d: Readonly<{ message: string }>) => `The file is damaged: ${d.message}`,
  'row-without-event': (d: OfRow) =>
    `Transaction ${d.transactionId} is ${d.status} with sequence ${d.sequence}, and no event says so.`,
  'row-differs': (d: OfRow) =>
    `Transaction ${d.transactionId} with sequence ${d.sequence} differs from its last event.`,
  reference: (d: OfTransaction) =>
    `Transaction ${d.transactionId} has a reference with a wrong check character, or may have none.`,
  'folded-names': (d: OfTransaction) =>
    `Transaction ${d.transactionId} would not be found by its names: they differ from what the search compares.`,
  'event-without-transaction': (d: OfEvent) =>
    `Event ${d.eventId} belongs to transaction ${d.transactionId}, which does not exist.`,
  'event-orphan': (d: OfEvent) =>
    `Event ${d.eventId} has sequence ${d.sequence}, which transaction ${d.transactionId} has not reached.`,
  'event-gap': (d: OfEvent) =>
    `The event before event ${d.eventId} of transaction ${d.transactionId}, which has sequence ${d.sequence}, is missing.`,
  'event-chain': (d: OfEvent) =>
    `Event ${d.eventId} of transaction ${d.transactionId} does not begin with the status that the one before it ended with.`,
  'event-kind': (d: OfEvent) =>
    `Event ${d.eventId} of transaction ${d.transactionId} is no transition of the transition table.`,
  'event-client': (d: OfEvent) =>
    `Event ${d.eventId} has a different client than transaction ${d.transactionId}.`,
  'callback-without-event': (d: OfCallback) =>
    `There is a callback for event ${d.eventId}, which does not exist.`,
  'callback-differs': (d: OfCallback) =>
    `The callback for event ${d.eventId} has a different client, transaction or sequence than the event.`,
  'callback-untried': (d: OfCallback) =>
    `The callback for event ${d.eventId} is delivered or given up, but was never attempted.`,
  'callback-done-due': (d: OfCallback) =>
    `The callback for event ${d.eventId} is delivered or given up, but still due.`,
  'callback-lease': (d: OfCallback) =>
    `The callback for event ${d.eventId} is claimed, and the claim has no end.`,
  'callback-stalled': (d: OfCallback) =>
    `The callback for event ${d.eventId} of transaction ${d.transactionId} is next in order, but not due.`,
  'callback-out-of-turn': (d: OfCallback) =>
    `The callback for event ${d.eventId} of transaction ${d.transactionId} is due before an earlier one is done.`,
  'plan-without-transaction': (d: OfTransaction) =>
    `There is a planned decision about transaction ${d.transactionId}, which does not exist.`,
  'plan-differs': (d: OfTransaction) =>
    `The planned decision about transaction ${d.transactionId} does not fit its client or its status.`,
  'attempt-without-event': (d: OfAttempt) =>
    `Attempt ${d.position} belongs to event ${d.eventId}, which does not exist.`,
  'attempt-differs': (d: OfAttempt) =>
    `Attempt ${d.position} has a different client or transaction than event ${d.eventId}.`,
  counters: (d: OfCounters) =>
    `Counters of ${formatDay(d.day)}, client ${d.clientId}, bank ${d.bankId}, ${d.type}: ${listDifferences(d)}.`,
  'account-use': (d: OfAccount) =>
    `Account ${d.accountId} counts ${describeUse(d.stored)} instead of ${describeUse(d.expected)}.`,
  'account-order': (d: OfAccount) =>
    `Account ${d.accountId} cannot have place ${d.stored.assignedOrder} in the order of assignments.`,
  'line-state': (d: OfId) => `Line ${d.id} of a bank statement does not have the state of its decision.`,
  'line-settlement': (d: OfId) =>
    `A decision about line ${d.id} of a bank statement does not fit the events of its transaction.`,
  'file-count': (d: OfId) => `The file ${d.id} of a bank counts other lines than are stored of it.`,
  'file-taken-back': (d: OfId) =>
    `The file ${d.id} of a bank was taken back, and still has lines, or does not say by whom and why.`,
  'payout-content': (d: OfBatch) =>
    `Payout batch ${d.batchId} does not contain what its count, sum and hash say.`,
  'payout-approval': (d: OfBatch) =>
    `Payout batch ${d.batchId} is approved, but nobody else than its maker has approved what it contains.`,
  'payout-file': (d: OfBatch) =>
    `The file of payout batch ${d.batchId} is missing, changed, or of another content.`,
  'payout-row': (d: OfBatch) =>
    `Payout batch ${d.batchId} holds what is no pending withdrawal and no open refund.`,
  refund: (d: OfId) =>
    `Refund ${d.id} is above the amount of its line, or does not fit the states of that line and of its rows in batches.`,
  'day-closing': (d: OfClosing) =>
    `Closing ${d.number} of ${d.day} does not have the figures of its hash, or does not follow the one before.`,
  /** `count` rows from the position on. */
  'audit-missing': ({ position, count }: OfAudit & Readonly<{ count: number }>) =>
    count === 1
      ? `Row ${position} of the audit log is missing.`
      : `Rows ${position} to ${position + count - 1} of the audit log are missing.`,
  'audit-changed': (d: OfAudit) =>
    `Row ${d.position} of the audit log does not have the hash of its values: it was changed.`,
  'audit-chain': (d: OfAudit) =>
    `Row ${d.position} of the audit log is not chained to the rows around it: it or the one before it was replaced.`,
};

type Sentences = typeof SENTENCES;

/** An inconsistency in a database. It holds ids and no private data. */
export type Disagreement = {
  [K in keyof Sentences]: { readonly kind: K } & Parameters<Sentences[K]>[0];
}[keyof Sentences];

/** The disagreements of these kinds. */
export type DisagreementOf<K extends keyof Sentences> = Extract<Disagreement, { readonly kind: K }>;

/** Describes a disagreement in one line, which names ids and nothing private. */
export function describeDisagreement(found: Disagreement): string {
  return (SENTENCES[found.kind] as (found: Disagreement) => string)(found);
}

function describeUse({ pendingMinor, paidMinor, paidDay }: AccountUse): string {
  return `${pendingMinor} pending and ${paidMinor} paid on ${formatDay(paidDay)}`;
}

function listDifferences({ stored, expected }: OfCounters): string {
  if (!stored) return 'they are missing, but there are transactions';
  if (!expected) return 'there are no transactions for them';
  return COUNTER_SUMS.filter((sum) => stored[sum] !== expected[sum])
    .map((sum) => `${sum} is ${stored[sum]} instead of ${expected[sum]}`)
    .join(', ');
}
