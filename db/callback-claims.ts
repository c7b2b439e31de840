import { sql } from 'kysely';
import type { CallbackQueue, Claim, ClaimedCallback } from '../src/operations/callback-ports.ts';
import type { Database, DatabaseTransaction } from './dialect.ts';
import { findEvents } from './events.ts';
import { padToPowerOfTwo, prepareQuery } from './prepared.ts';

/** Makes due what waits for another attempt. @returns how many. */
export async function hasten(
  trx: DatabaseTransaction,
  clientId: string,
  request: { readonly waitingSinceMs: number; readonly limit: number; readonly nowMs: number },
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('callbacks')
    .set({ due_at_ms: request.nowMs })
    .where('event_id', 'in', (eb) =>
      eb
        .selectFrom('callbacks')
        .select('event_id')
        .where('client_id', '=', clientId)
        .where('due_at_ms', '>', request.nowMs)
        .where('lease', 'is', null)
        .where('waits_since_ms', '<=', request.waitingSinceMs)
        .orderBy('due_at_ms')
        .limit(request.limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Leaps from client to client through the index, however many callbacks wait for each of them. */
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

const claimOldest = prepareQuery((trx) =>
  trx
    .updateTable('callbacks')
    .set({ due_at_ms: 0, lease: '' })
    .where('event_id', 'in', (eb) =>
      eb
        .selectFrom('callbacks')
        .select('event_id')
        .where('client_id', '=', '')
        .where('due_at_ms', '<=', 0)
        .orderBy('due_at_ms')
        .limit(0),
    )
    .returning('event_id'),
);

interface Lease {
  readonly nowMs: number;
  readonly leaseEndsAtMs: number;
  readonly lease: string;
}

/** A claim is a time: until then nobody finds the callback due, and whoever has it makes it due again or done. */
export async function claimDue(
  trx: DatabaseTransaction,
  claims: readonly Claim[],
  { nowMs, leaseEndsAtMs, lease }: Lease,
): Promise<string[]> {
  const claimed = claims.map(({ clientId, limit }) =>
    claimOldest.run(trx, 1, [leaseEndsAtMs, lease, clientId, nowMs, limit]),
  );
  return (await Promise.all(claimed)).flatMap(({ rows }) => rows.map((row) => row.event_id));
}

/** What was claimed, with all that is sent of it. */
export async function loadClaimed(
  db: Database,
  eventIds: readonly string[],
  leaseEndsAtMs: number,
): Promise<ClaimedCallback[]> {
  if (eventIds.length === 0) return [];
  const rows = await db
    .selectFrom('callbacks')
    .select(['event_id', 'failed_attempts', 'due_since_ms'])
    .where('event_id', 'in', padToPowerOfTwo(eventIds))
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
