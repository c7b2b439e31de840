import { createHash } from 'node:crypto';
import type { EventsTable, TransactionsTable } from '../../tables.ts';
import { isSame, type RepairLog } from './log.ts';
import type { MendedEvent } from './mend-history.ts';

/** An event without its place in the feed, which the database gives. */
export type EventRow = Omit<EventsTable, 'position'>;

/** Removes an event with its callback. */
export async function removeEvent(log: RepairLog, event: EventRow): Promise<void> {
  const callback = await log.trx
    .deleteFrom('callbacks')
    .where('event_id', '=', event.id)
    .returning(['event_id', 'transaction_id', 'client_id', 'sequence', 'state', 'failed_attempts'])
    .executeTakeFirst();
  if (callback)
    await log.note({ kind: 'callback-removed', subject: event.id, before: callback, after: null });
  await log.trx.deleteFrom('events').where('id', '=', event.id).execute();
  await log.note({ kind: 'event-removed', subject: event.id, before: { ...event }, after: null });
}

/** Sets the kind of an event, where it begins, and whose it is. */
export async function changeEvent(
  log: RepairLog,
  stored: EventRow,
  { kind, from, clientId }: Pick<MendedEvent, 'kind' | 'from'> & { readonly clientId: string },
): Promise<void> {
  const before = { kind: stored.kind, from_status: stored.from_status, client_id: stored.client_id };
  const after = { kind, from_status: from, client_id: clientId };
  if (isSame(before, after)) return;
  await log.trx.updateTable('events').set(after).where('id', '=', stored.id).execute();
  await log.note({ kind: 'event-changed', subject: stored.id, before, after });
}

/** Writes an event that is missing, as a change that the service made. */
export async function addEvent(log: RepairLog, row: TransactionsTable, event: MendedEvent): Promise<void> {
  const values: EventRow = {
    id: idOf(log, row, event),
    transaction_id: row.id,
    client_id: row.client_id,
    sequence: event.sequence,
    kind: event.kind,
    from_status: event.from,
    to_status: event.status,
    reason: event.reason,
    final_amount_minor: event.finalAmountMinor,
    actor_kind: 'service',
    actor_client_id: null,
    occurred_at_ms: event.sinceMs,
  };
  await log.trx.insertInto('events').values(values).execute();
  await log.note({ kind: 'event-added', subject: values.id, before: null, after: { ...values } });
}

/**
 * Writes the callback of an event that has none, for a client that wants callbacks now and was told of nothing later.
 * It gets its time with its turn.
 */
export async function addCallback(log: RepairLog, row: TransactionsTable, event: MendedEvent): Promise<void> {
  const client = await log.trx
    .selectFrom('clients')
    .select('callback_url')
    .where('id', '=', row.client_id)
    .executeTakeFirst();
  if (!client?.callback_url) return;
  const eventId = idOf(log, row, event);
  const inTheWay = await log.trx
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
  if (inTheWay) return;
  const values = {
    event_id: eventId,
    client_id: row.client_id,
    transaction_id: row.id,
    sequence: event.sequence,
    state: 'pending',
    failed_attempts: 0,
  } as const;
  await log.trx.insertInto('callbacks').values(values).execute();
  await log.note({ kind: 'callback-added', subject: eventId, before: null, after: values });
}

/** Its own, or one made for it: like all ids it begins with its second, and it is the same each time. */
function idOf({ input }: RepairLog, { id }: TransactionsTable, event: MendedEvent): string {
  if (event.id !== undefined) return event.id;
  const seconds = Math.floor(input.nowMs / 1000)
    .toString(16)
    .padStart(8, '0');
  const rest = createHash('sha256').update(`${id} ${event.sequence}`).digest('hex').slice(0, 16);
  return `${seconds}${rest}`;
}
