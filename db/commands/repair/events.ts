import { createHash } from 'node:crypto';
import { firstIdAt } from '../../../src/domain/ids.ts';
import { type EventRow, eventToRow } from '../../rows/events.ts';
import type { TransactionsTable } from '../../rows/transactions.ts';
import type { RepairedEvent } from './history.ts';
import { isSame, type RepairRun } from './run.ts';

/** Removes an event with its callback. */
export async function removeEvent(run: RepairRun, event: EventRow): Promise<void> {
  const callback = await run.trx
    .deleteFrom('callbacks')
    .where('event_id', '=', event.id)
    .returning(['event_id', 'transaction_id', 'client_id', 'sequence', 'state', 'failed_attempts'])
    .executeTakeFirst();
  if (callback)
    await run.record({ kind: 'callback-removed', subject: event.id, before: callback, after: null });
  await run.trx.deleteFrom('holds').where('event_id', '=', event.id).execute();
  await run.trx.deleteFrom('events').where('id', '=', event.id).execute();
  await run.record({ kind: 'event-removed', subject: event.id, before: event, after: null });
}

/** Sets the kind, the first status and the client of an event. */
export async function changeEvent(
  run: RepairRun,
  stored: EventRow,
  { kind, from, clientId }: Pick<RepairedEvent, 'kind' | 'from'> & { readonly clientId: string },
): Promise<void> {
  const before = { kind: stored.kind, from_status: stored.from_status, client_id: stored.client_id };
  const after = { kind, from_status: from, client_id: clientId };
  if (isSame(before, after)) return;
  await run.trx.updateTable('events').set(after).where('id', '=', stored.id).execute();
  await run.record({ kind: 'event-changed', subject: stored.id, before, after });
}

/** Adds a missing event, with the service as its actor. */
export async function addEvent(run: RepairRun, row: TransactionsTable, event: RepairedEvent): Promise<void> {
  const values = eventToRow({
    ...event,
    ...{ internalReason: null, seenBy: null, paidFromAccountId: null, bankReference: null },
    id: idOf(run, row, event),
    transactionId: row.id,
    clientId: row.client_id,
    to: event.status,
    actor: { kind: 'service', clientId: null },
    occurredAtMs: event.sinceMs,
  });
  await run.trx.insertInto('events').values(values).execute();
  await run.record({ kind: 'event-added', subject: values.id, before: null, after: values });
}

/**
 * Adds the callback of an event that has none, if the client has a callbackUrl now, and no callback of a later event
 * is delivered or failed. It is not due before `releaseNextInOrder`.
 */
export async function addCallback(
  run: RepairRun,
  row: TransactionsTable,
  event: RepairedEvent,
): Promise<void> {
  const client = await run.trx
    .selectFrom('clients')
    .select('callback_url')
    .where('id', '=', row.client_id)
    .executeTakeFirst();
  if (!client?.callback_url) return;
  const eventId = idOf(run, row, event);
  const existingOrLater = await run.trx
    .selectFrom('callbacks')
    .innerJoin('events', 'events.id', 'callbacks.event_id')
    .select('callbacks.event_id')
    .where('events.transaction_id', '=', row.id)
    .where((eb) =>
      eb.or([
        eb('events.id', '=', eventId),
        eb.and([eb('events.sequence', '>', event.sequence), eb('callbacks.state', '<>', 'pending')]),
      ]),
    )
    .executeTakeFirst();
  if (existingOrLater) return;
  const values = {
    event_id: eventId,
    client_id: row.client_id,
    transaction_id: row.id,
    sequence: event.sequence,
    state: 'pending',
    failed_attempts: 0,
  } as const;
  await run.trx.insertInto('callbacks').values(values).execute();
  await run.record({ kind: 'callback-added', subject: eventId, before: null, after: values });
}

/**
 * The id of a stored event, or a new one. Like all ids a new one begins with the second; the rest is a hash of the
 * event.
 */
function idOf({ input }: RepairRun, { id }: TransactionsTable, event: RepairedEvent): string {
  if (event.id !== undefined) return event.id;
  const rest = createHash('sha256').update(`${id} ${event.sequence}`).digest('hex').slice(0, 16);
  return `${firstIdAt(input.nowMs)}${rest}`;
}
