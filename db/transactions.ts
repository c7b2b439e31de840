import { sql } from 'kysely';
import type { Transaction } from '../src/domain/transaction.ts';
import type { Database, DatabaseTransaction } from './dialect.ts';
import { padToPowerOfTwo, prepareQuery, sampleRow } from './prepared.ts';
import type { TransactionsTable } from './tables.ts';
import { TRANSACTION_COLUMNS, transactionFromRow, transactionToRow } from './transaction-rows.ts';

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

const SAMPLE_ROW = sampleRow(TRANSACTION_COLUMNS);

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
    const row = transactionToRow(transaction);
    for (const column of TRANSACTION_COLUMNS) parameters.push(row[column]);
  }
  const { rows } = await insertOrSkip.run(trx, transactions.length, parameters);
  return rows.map((row) => row.id);
}

/** Takes back what was inserted in the same database transaction. */
export async function deleteTransactions(trx: DatabaseTransaction, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await trx.deleteFrom('transactions').where('id', 'in', ids).execute();
}
