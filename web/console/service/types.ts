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

/**
 * Returns the newer of two versions of a transaction, the later read one of which is `other`. What a payer says and what
 * an operator claims or notes does not raise the sequence; only a claim and a note can change back.
 */
export function newerOf(one: Transaction, other: Transaction): Transaction {
  if (one.sequence !== other.sequence) return one.sequence > other.sequence ? one : other;
  return one.sentAt != null && other.sentAt == null ? one : other;
}
