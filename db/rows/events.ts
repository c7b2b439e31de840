import type { TransactionEvent } from '../../src/domain/transition.ts';
import type { DatabaseTransaction, EventsTable } from '../tables.ts';

/** The columns of an event, but for its place in the feed. */
export const EVENT_COLUMNS = [
  'id',
  'transaction_id',
  'client_id',
  'sequence',
  'kind',
  'from_status',
  'to_status',
  'reason',
  'final_amount_minor',
  'actor_kind',
  'actor_client_id',
  'occurred_at_ms',
] as const satisfies readonly (keyof EventsTable)[];

type EventRow = Pick<EventsTable, (typeof EVENT_COLUMNS)[number]>;

/** Stores events. The database gives each its place in the feed, in the order of the list. */
export async function insertEvents(
  trx: DatabaseTransaction,
  events: readonly TransactionEvent[],
): Promise<void> {
  await trx.insertInto('events').values(events.map(eventToRow)).execute();
}

function eventToRow(event: TransactionEvent): EventRow {
  return {
    id: event.id,
    transaction_id: event.transactionId,
    client_id: event.clientId,
    sequence: event.sequence,
    kind: event.kind,
    from_status: event.from,
    to_status: event.to,
    reason: event.reason,
    final_amount_minor: event.finalAmountMinor,
    actor_kind: event.actor.kind,
    actor_client_id: event.actor.clientId,
    occurred_at_ms: event.occurredAtMs,
  };
}

/** An event as it is stored. */
export function eventFromRow(row: EventRow): TransactionEvent {
  return {
    id: row.id,
    transactionId: row.transaction_id,
    clientId: row.client_id,
    sequence: row.sequence,
    kind: row.kind,
    from: row.from_status,
    to: row.to_status,
    reason: row.reason,
    finalAmountMinor: row.final_amount_minor,
    actor: { kind: row.actor_kind, clientId: row.actor_client_id },
    occurredAtMs: row.occurred_at_ms,
  };
}
