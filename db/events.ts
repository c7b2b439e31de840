import type { TransactionEvent } from '../src/domain/change.ts';
import type {
  CallbackStatus,
  EventFilter,
  EventLog,
  EventPage,
  EventRecord,
} from '../src/operations/callback-ports.ts';
import type { Engine } from './engine.ts';
import { padToPowerOfTwo } from './padding.ts';
import type { Database, DatabaseTransaction, EventsTable } from './tables.ts';
import { findTransactions } from './transactions.ts';

const COLUMNS = [
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

type EventRow = Pick<EventsTable, (typeof COLUMNS)[number]>;

/** Stores events. The database gives each its place in the feed, in the order of the list. */
export async function insertEvents(
  trx: DatabaseTransaction,
  events: readonly TransactionEvent[],
): Promise<void> {
  await trx.insertInto('events').values(events.map(toRow)).execute();
}

function toRow(event: TransactionEvent): EventRow {
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
function eventFromRow(row: EventRow): TransactionEvent {
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

/** The events of an engine's database. */
export function createEventLog(engine: Engine): EventLog {
  return { list: (filter, page) => engine.read((db) => listEvents(db, filter, page)) };
}

async function listEvents(
  db: Database,
  filter: EventFilter,
  { after, limit }: Parameters<EventLog['list']>[1],
): Promise<EventPage | undefined> {
  let position = 0;
  if (after !== undefined) {
    const row = await selectEvents(db, filter).select('position').where('id', '=', after).executeTakeFirst();
    if (!row) return undefined;
    position = row.position;
  }
  const rows = await selectEvents(db, filter)
    .select(COLUMNS)
    .where('position', '>', position)
    .orderBy('position')
    // One more than the page tells whether there is a next page.
    .limit(limit + 1)
    .execute();
  return {
    items: await withTransactions(db, rows.slice(0, limit).map(eventFromRow)),
    hasMore: rows.length > limit,
  };
}

function selectEvents(db: Database, { clientId, transactionId }: EventFilter) {
  let query = db.selectFrom('events');
  if (clientId !== undefined) query = query.where('client_id', '=', clientId);
  if (transactionId !== undefined) query = query.where('transaction_id', '=', transactionId);
  return query;
}

/** Events by their ids with what belongs to them, in no order. */
export async function findEvents(db: Database, ids: readonly string[]): Promise<EventRecord[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('events')
    .select(COLUMNS)
    .where('id', 'in', padToPowerOfTwo(ids))
    .execute();
  return withTransactions(db, rows.map(eventFromRow));
}

async function withTransactions(db: Database, events: readonly TransactionEvent[]): Promise<EventRecord[]> {
  if (events.length === 0) return [];
  const ids = [...new Set(events.map((event) => event.transactionId))];
  const found = await findTransactions(db, ids);
  const transactions = new Map(found.map((transaction) => [transaction.id, transaction]));
  const callbacks = await findCallbacks(db, events);
  return events.map((event) => {
    const transaction = transactions.get(event.transactionId);
    if (!transaction) throw new Error(`event ${event.id} has no transaction`);
    return { event, transaction, callback: callbacks.get(event.id) };
  });
}

async function findCallbacks(
  db: Database,
  events: readonly TransactionEvent[],
): Promise<ReadonlyMap<string, CallbackStatus>> {
  const rows = await db
    .selectFrom('callbacks')
    .select(['event_id', 'state', 'due_at_ms'])
    .where('event_id', 'in', padToPowerOfTwo(events.map((event) => event.id)))
    .execute();
  return new Map(rows.map((row) => [row.event_id, { state: row.state, dueAtMs: row.due_at_ms }]));
}
