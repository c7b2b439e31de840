import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../src/transactions/domain/transaction.ts';
import { compileForList } from '../../sql/compiled.ts';
import { heldSince } from '../../sql/metadata.ts';
import type { Database } from '../../tables.ts';
import { transactionFromRow } from '../rows/transactions.ts';

interface ExpiredQuery {
  readonly steadyNowMs: number;
  readonly limit: number;
  /** Ids of deposits to pass over. */
  readonly except?: readonly string[] | undefined;
}

type Overdue = Pick<Transaction, 'id' | 'isTest'>;

/**
 * Finds pending deposits that have expired at a time of the steady clock, the earliest first. Live ones come
 * before all tests. Until payouts resume after a restore, deposits that may have been paid in the lost hours are left
 * out.
 */
export async function findExpired(db: Database, { limit, ...clock }: ExpiredQuery): Promise<Overdue[]> {
  const live = await findOverdue(db, IS_LIVE_ROW, { limit, ...clock });
  if (live.length === limit) return live;
  return [...live, ...(await findOverdue(db, IS_TEST_ROW, { limit: limit - live.length, ...clock }))];
}

/** With a sign, so that no planner takes an index of one mode, which has another order. */
const IS_LIVE_ROW = sql<boolean>`+is_test = 0`;
const IS_TEST_ROW = sql<boolean>`+is_test = 1`;

async function findOverdue(
  db: Database,
  condition: RawBuilder<boolean>,
  { steadyNowMs, limit, except = [] }: ExpiredQuery,
): Promise<Overdue[]> {
  let query = db
    .selectFrom('transactions')
    .select(['id', 'is_test'])
    // Literals, so that the planner uses the partial index of pending deposits.
    .where('type', '=', sql.lit('deposit'))
    .where('status', '=', sql.lit('pending'))
    .where('expires_at_ms', '<=', steadyNowMs)
    .where(condition)
    .where((eb) => eb.or([eb('is_test', '=', 1), eb('created_at_ms', '>=', heldSince)]))
    .orderBy('expires_at_ms')
    .limit(limit);
  // A decision that was made in time takes effect when it is due.
  query = query.where(({ not, exists, selectFrom }) =>
    not(
      exists(
        selectFrom('planned_transitions as p')
          .select('p.transaction_id')
          .whereRef('p.transaction_id', '=', 'transactions.id'),
      ),
    ),
  );
  if (except.length > 0) query = query.where('id', 'not in', except);
  const rows = await query.execute();
  return rows.map((row) => ({ id: row.id, isTest: row.is_test === 1 }));
}

const selectByIds = compileForList((db, ids) =>
  db.selectFrom('transactions').selectAll().where('id', 'in', ids),
);

export async function findTransaction(db: Database, id: string): Promise<Transaction | undefined> {
  const [found] = await findTransactions(db, [id]);
  return found;
}

/** Finds the transaction that a client gave this processId. */
export async function findByProcessId(
  db: Database,
  { clientId, processId }: { readonly clientId: string; readonly processId: string },
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
  return (await selectByIds(db, ids)).map(transactionFromRow);
}
