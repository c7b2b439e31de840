import type {
  AccountFieldsFragment,
  BankFieldsFragment,
  ClientFieldsFragment,
  EntryFieldsFragment,
} from '../admin/gql/graphql.ts';
import type { HistoryQuery, StatisticsQuery, TransactionFieldsFragment } from '../gql/graphql.ts';

export type { Role, StatisticsGroup, TransactionStatus, TransactionType } from '../gql/schema.ts';

/** A transaction with the fields that all screens use. */
export type Transaction = TransactionFieldsFragment;
export type Client = ClientFieldsFragment;
export type Bank = BankFieldsFragment;
export type Account = AccountFieldsFragment;
export type BlacklistEntry = EntryFieldsFragment;
export type Counts = StatisticsQuery['stats'][number];
export type HistoryEvent = HistoryQuery['events']['items'][number];
export type Attempt = HistoryQuery['callbackAttempts']['items'][number];

/** Whether somebody has to decide about a transaction: it is pending, and nothing is planned for it. */
export function isWaiting({ status, planned }: Pick<Transaction, 'status' | 'planned'>): boolean {
  return status === 'pending' && !planned;
}

/**
 * Returns the newer of two versions of a transaction, the later read one of which is `other`. What is planned, what a
 * payer says, and what an operator claims or notes does not raise the sequence; only what a payer says stays.
 */
export function newerOf(one: Transaction, other: Transaction): Transaction {
  if (one.sequence !== other.sequence) return one.sequence > other.sequence ? one : other;
  return one.sentAt != null && other.sentAt == null ? one : other;
}
