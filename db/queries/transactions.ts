import { sql } from 'kysely';
import type { Transaction } from '../../src/domain/transaction.ts';
import { padToPowerOfTwo } from '../list-statements.ts';
import { transactionFromRow } from '../rows/transactions.ts';
import type { Database } from '../tables.ts';

interface Expired {
  readonly steadyNowMs: number;
  readonly limit: number;
  /** Undefined for all clients. */
  readonly clientId?: string | undefined;
  /** Ids of deposits to pass over. */
  readonly except?: readonly string[] | undefined;
}

/** Finds the ids of pending deposits that have expired at a time of the steady clock, the earliest first. */
export async function findExpired(
  db: Database,
  { steadyNowMs, limit, clientId, except = [] }: Expired,
): Promise<string[]> {
  let query = db
    .selectFrom('transactions')
    .select('id')
    // Literals, so that the planner uses the partial index of pending deposits.
    .where('type', '=', sql.lit('deposit'))
    .where('status', '=', sql.lit('pending'))
    .where('expires_at_ms', '<=', steadyNowMs)
    .orderBy('expires_at_ms')
    .limit(limit);
  if (clientId !== undefined) query = query.where('client_id', '=', clientId);
  if (except.length > 0) query = query.where('id', 'not in', padToPowerOfTwo(except));
  const rows = await query.execute();
  return rows.map((row) => row.id);
}

export async function findTransaction(db: Database, id: string): Promise<Transaction | undefined> {
  const row = await db.selectFrom('transactions').selectAll().where('id', '=', id).executeTakeFirst();
  return row && transactionFromRow(row);
}

/** Finds the transaction that a client gave this processId. */
export async function findByProcessId(
  db: Database,
  clientId: string,
  processId: string,
): Promise<Transaction | undefined> {
  const row = await db
    .selectFrom('transactions')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('process_id', '=', processId)
    .executeTakeFirst();
  return row && transactionFromRow(row);
}

/** Finds the transactions that exist among the ids, in no order. */
export async function findTransactions(db: Database, ids: readonly string[]): Promise<Transaction[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('transactions')
    .selectAll()
    .where('id', 'in', padToPowerOfTwo(ids))
    .execute();
  return rows.map(transactionFromRow);
}
