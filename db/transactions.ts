import { sql } from 'kysely';
import type { Transaction } from '../src/domain/transaction.ts';
import type { Database, DatabaseTransaction } from './dialect.ts';
import { padToPowerOfTwo, prepareQuery } from './prepared.ts';
import type { TransactionsTable } from './tables.ts';

/** Ids of pending deposits whose time is over at a moment of the steady clock, the longest over first. */
export async function findExpired(db: Database, steadyNowMs: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('transactions')
    .select('id')
    // Literals, so that the planner sees that the partial index holds these rows.
    .where('type', '=', sql.lit('deposit'))
    .where('status', '=', sql.lit('pending'))
    .where('expires_at_ms', '<=', steadyNowMs)
    .orderBy('expires_at_ms')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Notes when the payer of a pending deposit first said that the money was sent. */
export async function markSent(trx: DatabaseTransaction, id: string, nowMs: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('transactions')
    .set({ sent_at_ms: nowMs })
    .where('id', '=', id)
    .where('type', '=', 'deposit')
    .where('status', '=', 'pending')
    .where('sent_at_ms', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** One transaction by its id. */
export async function findTransaction(db: Database, id: string): Promise<Transaction | undefined> {
  const row = await db.selectFrom('transactions').selectAll().where('id', '=', id).executeTakeFirst();
  return row && transactionFromRow(row);
}

/** Those that exist among the ids, in no order. */
export async function findTransactions(db: Database, ids: readonly string[]): Promise<Transaction[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('transactions')
    .selectAll()
    .where('id', 'in', padToPowerOfTwo(ids))
    .execute();
  return rows.map(transactionFromRow);
}

const selectByProcessIds = prepareQuery((trx, size) =>
  trx
    .selectFrom('transactions')
    .selectAll()
    .where('client_id', '=', '')
    .where('process_id', 'in', new Array<string>(size).fill('')),
);

/** The transactions of a client that have one of the process ids. */
export async function findByProcessIds(
  trx: DatabaseTransaction,
  clientId: string,
  processIds: readonly string[],
): Promise<Transaction[]> {
  const parameters = padToPowerOfTwo(processIds);
  if (parameters.length === 0) return [];
  const { rows } = await selectByProcessIds.run(trx, parameters.length, [clientId, ...parameters]);
  return rows.map(transactionFromRow);
}

const selectPendingDeposits = prepareQuery((trx, size) =>
  trx
    .selectFrom('transactions')
    .selectAll()
    .where('client_id', '=', '')
    .where('user_id', 'in', new Array<string>(size).fill(''))
    // Literals, so that the planner sees that the partial index holds these rows.
    .where('type', '=', sql.lit('deposit'))
    .where('status', '=', sql.lit('pending')),
);

/** The pending deposits of a client's users. */
export async function findPendingDeposits(
  trx: DatabaseTransaction,
  clientId: string,
  userIds: readonly string[],
): Promise<Transaction[]> {
  const parameters = padToPowerOfTwo(userIds);
  if (parameters.length === 0) return [];
  const { rows } = await selectPendingDeposits.run(trx, parameters.length, [clientId, ...parameters]);
  return rows.map(transactionFromRow);
}

const COLUMNS = [
  'id',
  'client_id',
  'process_id',
  'type',
  'status',
  'status_reason',
  'bank_id',
  'bank_name',
  'currency',
  'amount_minor',
  'final_amount_minor',
  'user_id',
  'user_name',
  'name',
  'converted_name',
  'bank_account_id',
  'account_name',
  'iban',
  'iban_normalized',
  'pay_token',
  'expires_at_ms',
  'sent_at_ms',
  'sequence',
  'created_at_ms',
  'updated_at_ms',
] as const satisfies readonly (keyof TransactionsTable)[];

const SAMPLE_ROW = Object.fromEntries(
  COLUMNS.map((column) => [column, null]),
) as unknown as TransactionsTable;

const insertOrSkip = prepareQuery((trx, size) =>
  trx
    .insertInto('transactions')
    .values(new Array<TransactionsTable>(size).fill(SAMPLE_ROW))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id'),
);

/**
 * Inserts them in one statement, leaving out those that break a unique index.
 * @returns the ids of those that were inserted.
 */
export async function insertTransactions(
  trx: DatabaseTransaction,
  transactions: readonly Transaction[],
): Promise<string[]> {
  if (transactions.length === 0) return [];
  const parameters: unknown[] = [];
  for (const transaction of transactions) {
    const row = toRow(transaction);
    for (const column of COLUMNS) parameters.push(row[column]);
  }
  const { rows } = await insertOrSkip.run(trx, transactions.length, parameters);
  return rows.map((row) => row.id);
}

/** Takes back what was inserted in the same database transaction. */
export async function deleteTransactions(trx: DatabaseTransaction, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await trx.deleteFrom('transactions').where('id', 'in', ids).execute();
}

function toRow(transaction: Transaction): TransactionsTable {
  const isDeposit = transaction.type === 'deposit';
  return {
    id: transaction.id,
    client_id: transaction.clientId,
    process_id: transaction.processId,
    type: transaction.type,
    status: transaction.status,
    status_reason: transaction.statusReason,
    bank_id: transaction.bankId,
    bank_name: transaction.bankName,
    currency: transaction.currency,
    amount_minor: transaction.amountMinor,
    final_amount_minor: transaction.finalAmountMinor,
    user_id: transaction.userId,
    user_name: transaction.userName,
    name: transaction.name,
    converted_name: transaction.convertedName,
    bank_account_id: isDeposit ? transaction.bankAccountId : null,
    account_name: isDeposit ? transaction.bankAccountName : transaction.accountName,
    iban: isDeposit ? transaction.bankAccountIban : transaction.iban,
    iban_normalized: isDeposit ? null : transaction.ibanNormalized,
    pay_token: isDeposit ? transaction.payToken : null,
    expires_at_ms: isDeposit ? transaction.expiresAtMs : null,
    sent_at_ms: isDeposit ? transaction.sentAtMs : null,
    sequence: transaction.sequence,
    created_at_ms: transaction.createdAtMs,
    updated_at_ms: transaction.updatedAtMs,
  };
}

/** A transaction as it is stored. */
export function transactionFromRow(row: TransactionsTable): Transaction {
  const common = {
    id: row.id,
    clientId: row.client_id,
    processId: row.process_id,
    status: row.status,
    statusReason: row.status_reason,
    bankId: row.bank_id,
    bankName: row.bank_name,
    currency: row.currency,
    amountMinor: row.amount_minor,
    finalAmountMinor: row.final_amount_minor,
    userId: row.user_id,
    userName: row.user_name,
    name: row.name,
    convertedName: row.converted_name,
    sequence: row.sequence,
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
  };
  if (row.type === 'withdrawal') {
    return Object.assign(common, {
      type: row.type,
      accountName: row.account_name,
      iban: row.iban,
      ibanNormalized: row.iban_normalized ?? row.iban,
    });
  }
  return Object.assign(common, {
    type: row.type,
    bankAccountId: row.bank_account_id ?? '',
    bankAccountName: row.account_name,
    bankAccountIban: row.iban,
    payToken: row.pay_token ?? '',
    expiresAtMs: row.expires_at_ms ?? 0,
    sentAtMs: row.sent_at_ms,
  });
}
