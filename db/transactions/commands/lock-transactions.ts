import { sql } from 'kysely';
import { isPostgres } from '../../sql/is-postgres.ts';
import type { DatabaseTransaction } from '../../tables.ts';

/**
 * Locks transactions in the order of their ids, until the command ends. Whoever decides by their events, holds and
 * callbacks together locks them first: another process may be writing one of these. A command of SQLite has the lock of
 * the whole database.
 */
export async function lockTransactions(trx: DatabaseTransaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0 || !isPostgres(trx)) return;
  await sql`
    select t.id from unnest(${[...new Set(ids)]}::text[]) as wanted (id)
    join transactions as t on t.id = wanted.id
    order by t.id for no key update of t`.execute(trx);
}
