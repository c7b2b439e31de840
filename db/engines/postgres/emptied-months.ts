import { sql } from 'kysely';
import type { Database } from '../../tables.ts';
import { codeOf } from '../error-code.ts';
import { LOCK_NOT_AVAILABLE } from './errors.ts';

/** Smaller indexes are not worth a lock. */
const LEAST_BYTES = 1_048_576;

/**
 * Gives back the disk of months whose attempts were all dropped. The server keeps the room of deleted rows for other
 * rows of the same month, and none come when it is over: vacuum shortens a table, but never its indexes. A month that
 * somebody uses at this moment is left for the next day.
 */
export async function truncateEmptiedMonths(db: Database): Promise<void> {
  const { rows } = await sql<{ readonly name: string }>`
    select t.relname as name
    from pg_inherits as i join pg_stat_user_tables as t on t.relid = i.inhrelid
    where i.inhparent = 'callback_attempts'::regclass
      and t.n_live_tup = 0 and pg_indexes_size(t.relid) > ${sql.lit(LEAST_BYTES)}`.execute(db);
  for (const { name } of rows) {
    await sql`vacuum (skip_locked) ${sql.table(name)}`.execute(db);
    await truncateEmptied(db, name).catch((error: unknown) => {
      if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw error;
    });
  }
}

/** Truncates a table that vacuum has left no page of: it has no row that any transaction could still see. */
async function truncateEmptied(db: Database, name: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`lock table ${sql.table(name)} in access exclusive mode nowait`.execute(trx);
    const { rows } = await sql<{ readonly bytes: number }>`
      select pg_relation_size(${sql.lit(name)}::regclass) as bytes`.execute(trx);
    if (rows[0]?.bytes === 0) await sql`truncate ${sql.table(name)}`.execute(trx);
  });
}
