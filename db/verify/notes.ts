import { sql } from 'kysely';
import type { Note } from '../../src/domain/consistency.ts';
import type { Database } from '../tables.ts';

/**
 * Counts, for each client, the events without a callback that stand between two with one. That is so where its
 * callbackUrl was cleared for a while, and nothing stored tells when that was: so this is no disagreement.
 */
export async function readNotes(db: Database): Promise<Note[]> {
  const { rows } = await sql<{ readonly client_id: string; readonly count: number }>`
    with told as (
      select events.client_id, min(events.position) as first, max(events.position) as last
      from callbacks join events on events.id = callbacks.event_id
      group by events.client_id
    )
    select events.client_id, count(*) as count
    from told
    join events on events.client_id = told.client_id and events.position between told.first and told.last
    left join callbacks on callbacks.event_id = events.id
    where callbacks.event_id is null
    group by events.client_id
    order by events.client_id
  `.execute(db);
  return rows.map((row) => ({
    kind: 'events-without-callback',
    clientId: row.client_id,
    count: Number(row.count),
  }));
}
