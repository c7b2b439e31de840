import { sql } from 'kysely';
import type { Note } from '../../../src/maintenance/domain/consistency.ts';
import { droppedBefore } from '../../sql/metadata.ts';
import type { Database } from '../../tables.ts';

/**
 * Counts, for each client, the events without a callback between two events with one. This is no disagreement: it also happens while a client has no callbackUrl, and the database does not store when that was.
 */
export async function readNotes(db: Database): Promise<Note[]> {
  const { rows } = await sql<{ readonly client_id: string; readonly count: number }>`
    with notified as (
      select events.client_id, min(events.position) as first, max(events.position) as last
      from callbacks join events on events.id = callbacks.event_id
      group by events.client_id
    )
    select events.client_id, count(*) as count
    from notified
    join events on events.client_id = notified.client_id and events.position between notified.first and notified.last
    left join callbacks on callbacks.event_id = events.id
    where callbacks.event_id is null and events.occurred_at_ms >= ${droppedBefore('callbacks')}
    group by events.client_id
    order by events.client_id
  `.execute(db);
  return rows.map((row) => ({
    kind: 'events-without-callback',
    clientId: row.client_id,
    count: Number(row.count),
  }));
}
