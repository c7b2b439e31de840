import type { TransactionEvent } from '../../src/domain/transition.ts';
import type {
  CallbackStatus,
  EventFilter,
  EventPage,
  EventRecord,
} from '../../src/operations/callbacks/store.ts';
import { padToPowerOfTwo } from '../list-statements.ts';
import { eventFromRow } from '../rows/events.ts';
import type { Database } from '../tables.ts';
import { findTransactions } from './transactions.ts';

interface EventRequest {
  readonly filter: EventFilter;
  readonly page: { readonly after?: string | undefined; readonly limit: number };
}

/** Reads a page of events in the order of their commits; undefined when the filter has no event `after`. */
export async function listEvents(
  db: Database,
  { filter, page: { after, limit } }: EventRequest,
): Promise<EventPage | undefined> {
  let position = 0;
  if (after !== undefined) {
    const row = await selectEvents(db, filter).select('position').where('id', '=', after).executeTakeFirst();
    if (!row) return undefined;
    position = row.position;
  }
  const rows = await selectEvents(db, filter)
    .selectAll()
    .where('position', '>', position)
    .orderBy('position')
    // One more than the page shows whether there is a next page.
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

/** Finds events by their ids, with their transactions and callbacks, in no order. */
export async function findEvents(db: Database, ids: readonly string[]): Promise<EventRecord[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('events').selectAll().where('id', 'in', padToPowerOfTwo(ids)).execute();
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
