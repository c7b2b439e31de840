import { sql } from 'kysely';
import type { CallbackQueue, ClaimedCallback } from '../../../src/callbacks/outbox.ts';
import type { Database } from '../../tables.ts';
import { findEvents } from '../../transactions/queries/events.ts';

/**
 * Lists the clients with scheduled callbacks, and when the first callback of each is due. The query skips through the
 * index from client to client: its cost does not grow with the callbacks of a client.
 */
export async function selectQueues(db: Database): Promise<CallbackQueue[]> {
  const { rows } = await sql<{ client_id: string; due_at_ms: number }>`
    with recursive queues (client_id) as (
      select min(client_id) from callbacks where due_at_ms is not null
      union all
      select (
        select min(client_id) from callbacks where due_at_ms is not null and client_id > queues.client_id
      )
      from queues where queues.client_id is not null
    )
    select client_id, (
      select min(due_at_ms) from callbacks
      where due_at_ms is not null and callbacks.client_id = queues.client_id
    ) as due_at_ms
    from queues where client_id is not null
  `.execute(db);
  return rows.map((row) => ({ clientId: row.client_id, dueAtMs: row.due_at_ms }));
}

/** Reads claimed callbacks with their events and transactions. */
export async function loadClaimed(
  db: Database,
  eventIds: readonly string[],
  leaseEndsAtMs: number,
): Promise<ClaimedCallback[]> {
  if (eventIds.length === 0) return [];
  const rows = await db
    .selectFrom('callbacks')
    .select(['event_id', 'failed_attempts', 'due_since_ms'])
    .where('event_id', 'in', eventIds)
    .execute();
  const callbacks = new Map(rows.map((row) => [row.event_id, row]));
  const records = await findEvents(db, eventIds);
  return records.map(({ event, transaction }) => {
    const callback = callbacks.get(event.id);
    if (!callback) throw new Error(`the callback of event ${event.id} is gone`);
    const { failed_attempts: failedAttempts, due_since_ms: dueSinceMs } = callback;
    return { event, transaction, failedAttempts, dueSinceMs: dueSinceMs ?? 0, leaseEndsAtMs };
  });
}

/** Returns the events of a client whose callbacks wait for their next attempt, the next one first. */
export async function findWaitingCallbacks(
  db: Database,
  { clientId, steadyNowMs }: { readonly clientId: string; readonly steadyNowMs: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('callbacks')
    .select('event_id')
    .where('client_id', '=', clientId)
    .where('due_at_ms', '>', steadyNowMs)
    .where('lease', 'is', null)
    .orderBy('due_at_ms')
    .execute();
  return rows.map((row) => row.event_id);
}
