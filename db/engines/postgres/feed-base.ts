import { sql } from 'kysely';
import type { Database } from '../../tables.ts';

/**
 * Raises the base of positions when stored ones are not below those that this server would give next: the database came
 * from another server, whose transactions had higher numbers. Nothing writes events meanwhile.
 * @returns whether it was raised.
 */
export async function raiseFeedBase(db: Database): Promise<boolean> {
  if ((await missingToNext(db)) <= 0) return false;
  return db.transaction().execute(async (trx) => {
    await sql`lock table events in exclusive mode`.execute(trx);
    const missing = await missingToNext(trx);
    if (missing <= 0) return false;
    const { rows } = await sql<{ readonly base: number }>`select feed_base() as base`.execute(trx);
    const base = (rows[0]?.base ?? 0) + missing;
    await sql`
      create or replace function feed_base() returns bigint language sql stable parallel safe
        return ${sql.lit(base)}::bigint`.execute(trx);
    return true;
  });
}

/** By how much the base is too low: every number below the end of the snapshot has been given. */
async function missingToNext(db: Database): Promise<number> {
  const { rows } = await sql<{ readonly missing: number }>`
    select coalesce((select max(position) + 1 from events), 0)
      - (feed_base() + pg_snapshot_xmax(pg_current_snapshot())::text::bigint * 1024) as missing`.execute(db);
  return rows[0]?.missing ?? 0;
}
