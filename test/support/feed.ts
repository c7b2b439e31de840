import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { TestService } from '../harness.ts';
import { onPostgres } from './test-database.ts';

const PAUSE_MS = 20;
/** A busy machine may take long to end a write. */
const PATIENCE_MS = 30_000;

/** The writes under way in the database, for whoever looks for the one that does not end. */
const OPEN_WRITES = sql`
  select application_name as program, state, wait_event as "waitsFor", left(query, 200) as statement
  from pg_stat_activity where datname = current_database() and backend_xid is not null`;

/**
 * Waits until the feed shows all events that are committed. On PostgreSQL it waits for older writes of the database, also
 * for those of a job of the service or of the server.
 * @throws an error that names the writes under way, when they take too long.
 */
export async function feedIsWhole({ engine }: Pick<TestService, 'engine'>): Promise<void> {
  if (!onPostgres) return;
  const endMs = performance.now() + PATIENCE_MS;
  while (performance.now() < endMs) {
    const hidden = await engine.read((db) =>
      db.selectFrom('events').select('id').where(sql<boolean>`position >= feed_end()`).limit(1).execute(),
    );
    if (hidden.length === 0) return;
    await sleep(PAUSE_MS);
  }
  const older = await engine.read(async (db) => (await sql<object>`${OPEN_WRITES}`.execute(db)).rows);
  throw new Error(
    `the feed did not show all events in ${PATIENCE_MS} ms. Open writes: ${JSON.stringify(older)}`,
  );
}
