import type { Deposit, Withdrawal } from '../../../src/transactions/domain/transaction.ts';
import { columnsOf, fromRow } from '../../sql/columns.ts';
import type { TransactionsTable } from '../../transactions/rows/transactions.ts';

const SHARED = columnsOf(
  `id clientId type status endedAs currency amountMinor finalAmountMinor userId name sequence
    createdAtMs updatedAtMs`,
);
const OF_DEPOSIT = columnsOf('bankAccountId reference');
const OF_WITHDRAWAL = columnsOf('accountName ibanNormalized');
const COLUMNS = { ...SHARED, ...OF_DEPOSIT, ...OF_WITHDRAWAL };

/** The fields of transactions that matching reads. A group of lines can be about many thousands of transactions. */
export type MatchedDeposit = Pick<Deposit, keyof typeof SHARED | keyof typeof OF_DEPOSIT>;
export type MatchedWithdrawal = Pick<Withdrawal, keyof typeof SHARED | keyof typeof OF_WITHDRAWAL>;
export type MatchedTransaction = MatchedDeposit | MatchedWithdrawal;

export const MATCHED_COLUMNS = Object.values(COLUMNS);

export type MatchedRow = Pick<TransactionsTable, (typeof MATCHED_COLUMNS)[number]>;

export function matchedFromRow(row: MatchedRow): MatchedTransaction {
  // Each row has values in the columns of its own type.
  return fromRow(COLUMNS, row) as MatchedTransaction;
}

export function isDeposit(transaction: MatchedTransaction): transaction is MatchedDeposit {
  return transaction.type === 'deposit';
}

export function isWithdrawal(transaction: MatchedTransaction): transaction is MatchedWithdrawal {
  return transaction.type === 'withdrawal';
}
