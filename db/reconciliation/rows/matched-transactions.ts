import type { Deposit, Withdrawal } from '../../../src/transactions/domain/transaction.ts';
import { fromRow } from '../../sql/columns.ts';
import type { TransactionsTable } from '../../transactions/rows/transactions.ts';

const SHARED = {
  id: 'id',
  clientId: 'client_id',
  type: 'type',
  status: 'status',
  endedAs: 'ended_as',
  currency: 'currency',
  amountMinor: 'amount_minor',
  finalAmountMinor: 'final_amount_minor',
  userId: 'user_id',
  name: 'name',
  sequence: 'sequence',
  createdAtMs: 'created_at_ms',
  updatedAtMs: 'updated_at_ms',
} as const;
const OF_DEPOSIT = { bankAccountId: 'bank_account_id', reference: 'reference' } as const;
const OF_WITHDRAWAL = { accountName: 'account_name', ibanNormalized: 'iban_normalized' } as const;
const COLUMNS = { ...SHARED, ...OF_DEPOSIT, ...OF_WITHDRAWAL };

/** The fields of transactions that matching asks for. A group of lines can be about many thousands. */
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
