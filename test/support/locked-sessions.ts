import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../../db/tables.ts';
import { withDatabase } from './rows-of.ts';

interface Connection {
  query(text: string): Promise<{ readonly rows: readonly unknown[] }>;
}

/** The connection of a transaction. */
export const connectionOf = (trx: Database): Connection => ({
  query: (text) => sql.raw(text).execute(trx),
});

/** Counts the sessions of the database of a connection that wait for a lock. */
export async function countLocked(connection: Connection): Promise<number> {
  // Otherwise a transaction always sees the activity of its first look.
  await connection.query('select pg_stat_clear_snapshot()');
  const { rows } = await connection.query(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
}

/** Waits until this many sessions wait for a lock. */
export async function untilLocked(connection: Connection, sessions: number): Promise<void> {
  await expect.poll(() => countLocked(connection), { interval: 5, timeout: 10_000 }).toBe(sessions);
}

/**
 * Starts two commands, the second one while the first one waits for the end of the audit log, where both wait. By then
 * the second one has done everything that no lock of the first one prevents. Commands of one group would share a
 * transaction.
 */
export async function inOrder<A, B>(
  databaseUrl: string,
  first: () => Promise<A>,
  second: () => Promise<B>,
): Promise<[A, B]> {
  const { answers } = await withDatabase(databaseUrl, (db) =>
    db.transaction().execute(async (trx) => {
      await trx.selectFrom('audit_tip').select('position').forUpdate().execute();
      const one = first();
      await untilLocked(connectionOf(trx), 1);
      const answers = Promise.all([one, second()]);
      await untilLocked(connectionOf(trx), 2);
      return { answers };
    }),
  );
  return answers;
}
