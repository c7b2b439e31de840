import type { Generated } from 'kysely';
import { foldedOrNull } from '../../../src/transactions/domain/query.ts';
import type {
  ClaimFields,
  Deposit,
  Transaction,
  Withdrawal,
} from '../../../src/transactions/domain/transaction.ts';
import { type ColumnsOf, columnsOf, type Flag, fromRow, type RowOf, toFlag } from '../../sql/columns.ts';

/** Columns of the fields that deposits and withdrawals share. */
const SHARED = columnsOf(
  `id clientId processId type status statusReason endedAs bankId bankName currency amountMinor finalAmountMinor
    userId userName name convertedName sequence createdAtMs updatedAtMs`,
) satisfies ColumnsOf<Transaction, 'isTest'>;

const OF_DEPOSIT = columnsOf(
  'bankAccountId bankAccountName bankAccountIban returnUrl payToken reference expiresAtMs sentAtMs',
  { bankAccountName: 'account_name', bankAccountIban: 'iban' },
) satisfies ColumnsOf<Deposit, keyof Transaction>;

/** These are null in a new row, and are left out when it is inserted. */
export const OF_CLAIM = columnsOf(
  'claimHolderId claimedAtMs claimEndsAtMs sentToBankAtMs',
) satisfies ColumnsOf<ClaimFields>;

const OF_WITHDRAWAL = {
  ...columnsOf('accountName iban ibanNormalized'),
  ...OF_CLAIM,
} satisfies ColumnsOf<Withdrawal, keyof Transaction>;

/**
 * The names of a person as a search compares them. Null where `lower` gives the same: for ASCII, and for the account of
 * a deposit, which no search looks at.
 */
export interface FoldedNames {
  readonly user_name_folded: string | null;
  readonly account_name_folded: string | null;
}

/** Both types share one table: a column that only the other type has is null. */
export type TransactionsTable = RowOf<Transaction, typeof SHARED> &
  Either<RowOf<Deposit, typeof OF_DEPOSIT>, RowOf<Withdrawal, typeof OF_WITHDRAWAL>> &
  FoldedNames & { is_test: Flag };

/** The table, in which each row has its position in the order of all. */
export type NumberedTransactionsTable = TransactionsTable & { number: Generated<number> };

type Either<A, B> = {
  [K in keyof A | keyof B]: (K extends keyof A ? A[K] : null) | (K extends keyof B ? B[K] : null);
};

const DEPOSIT_COLUMNS = { ...SHARED, ...OF_DEPOSIT };
const WITHDRAWAL_COLUMNS = { ...SHARED, ...OF_WITHDRAWAL };

const CLAIM_COLUMNS: ReadonlySet<string> = new Set(Object.values(OF_CLAIM));

/** The columns of the fields of a new row. */
const FIELD_COLUMNS = [
  ...new Set([...Object.values(DEPOSIT_COLUMNS), ...Object.values(WITHDRAWAL_COLUMNS)]),
].filter((column) => !CLAIM_COLUMNS.has(column));

/** Every column of a new row once, in the order of `transactionValues`. */
export const TRANSACTION_COLUMNS: readonly (keyof NumberedTransactionsTable)[] = [
  ...FIELD_COLUMNS,
  ...(['user_name_folded', 'account_name_folded', 'is_test', 'number'] as const),
];

const DEPOSIT_FIELDS = fieldsInOrder<Deposit>(DEPOSIT_COLUMNS);
const WITHDRAWAL_FIELDS = fieldsInOrder<Withdrawal>(WITHDRAWAL_COLUMNS);

/** The field of each column in turn; undefined for a column that only the other type has. */
function fieldsInOrder<T>(
  columns: Readonly<Record<Exclude<keyof T, 'isTest'>, string>>,
): readonly (keyof T | undefined)[] {
  const fields = Object.keys(columns) as Exclude<keyof T, 'isTest'>[];
  return FIELD_COLUMNS.map((column) => fields.find((field) => columns[field] === column));
}

/** Folds the names of a row. */
export function foldNames({
  type,
  user_name,
  account_name,
}: Pick<TransactionsTable, 'type' | 'user_name' | 'account_name'>): FoldedNames {
  return {
    user_name_folded: foldedOrNull(user_name),
    account_name_folded: type === 'withdrawal' ? foldedOrNull(account_name) : null,
  };
}

/** The values of a row, to be bound in the order of TRANSACTION_COLUMNS. */
export function transactionValues({
  number,
  transaction,
}: {
  readonly number: number;
  readonly transaction: Transaction;
}): unknown[] {
  const values =
    transaction.type === 'deposit'
      ? valuesOf(transaction, DEPOSIT_FIELDS)
      : valuesOf(transaction, WITHDRAWAL_FIELDS);
  values.push(
    foldedOrNull(transaction.userName),
    transaction.type === 'withdrawal' ? foldedOrNull(transaction.accountName) : null,
    toFlag(transaction.isTest),
    number,
  );
  return values;
}

function valuesOf<T>(entity: T, fields: readonly (keyof T | undefined)[]): unknown[] {
  return fields.map((field) => (field === undefined ? null : entity[field]));
}

export function transactionFromRow(row: TransactionsTable): Transaction {
  const columns = row.type === 'deposit' ? DEPOSIT_COLUMNS : WITHDRAWAL_COLUMNS;
  // Each row has values in the columns of its own type.
  return Object.assign(fromRow(columns, row), { isTest: row.is_test === 1 }) as Transaction;
}
