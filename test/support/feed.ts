import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { TestService } from '../harness.ts';
import { onPostgres } from './test-database.ts';

const PAUSE_MS = 20;
const MOST_PAUSES = 500;

/**
 * Waits until the feed shows all events that are committed. On PostgreSQL it waits for older writes of the database, also
 * for those of a job of the service or of the server.
 */
export async function feedIsWhole({ engine }: Pick<TestService, 'engine'>): Promise<void> {
  if (!onPostgres) return;
  for (let pauses = 0; pauses < MOST_PAUSES; pauses += 1) {
    const hidden = await engine.read((db) =>
      db.selectFrom('events').select('id').where(sql<boolean>`position >= feed_end()`).limit(1).execute(),
    );
    if (hidden.length === 0) return;
    await sleep(PAUSE_MS);
  }
}
