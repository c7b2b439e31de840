import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { TransactionEvent } from '../../src/domain/transition.ts';
import type {
  CallbackStatus,
  EventFilter,
  EventPage,
  EventRecord,
} from '../../src/operations/callbacks/store.ts';
import type { ReadScope } from '../../src/operations/read-scope.ts';
import { isPostgres } from '../is-postgres.ts';
import { padToPowerOfTwo } from '../list-statements.ts';
import { eventFromRow } from '../rows/events.ts';
import type { Database } from '../tables.ts';
import { isInScope } from './modes.ts';
import { findTransactions } from './transactions.ts';

/**
 * On PostgreSQL the feed ends before the first transaction that is still writing. Mostly that ends at once, and a reader
 * is to see what it has written itself.
 */
const MAX_READS = 20;
const PAUSE_MS = 10;

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
    // A callback can name an event that the feed does not show yet: its reader waits.
    const known = selectEvents(db, { ...filter, isForClient: false });
    const row = await known.select('position').where('id', '=', after).executeTakeFirst();
    if (!row) return undefined;
    position = row.position;
  }
  const rows = await readPage(db, filter, { position, limit });
  return {
    items: await withTransactions(db, rows.slice(0, limit).map(eventFromRow)),
    hasMore: rows.length > limit,
  };
}

interface Place {
  readonly position: number;
  readonly limit: number;
}

/** Reads the events after a position, and one more, which shows whether there is a next page. */
async function readPage(db: Database, filter: EventFilter, { position, limit }: Place) {
  const after = selectEvents(db, filter).where('position', '>', position);
  // The events of one transaction are committed in their order.
  const isSafe = !isPostgres(db) || filter.transactionId !== undefined;
  for (let tries = 1; ; tries += 1) {
    // One end for both reads: it can go back for a moment, when a transaction of another database ends meanwhile.
    const end = isSafe ? undefined : await readFeedEnd(db);
    const shown = end === undefined ? after : after.where('position', '<', end);
    const rows = await shown
      .selectAll()
      .orderBy('position')
      .limit(limit + 1)
      .execute();
    if (end === undefined || rows.length > limit || tries === MAX_READS) return rows;
    // In the order of the index: mostly there is none, and a plan that expects many would read every event.
    const hidden = after.where('position', '>=', end).select('position').orderBy('position').limit(1);
    if (!(await hidden.executeTakeFirst())) return rows;
    await sleep(PAUSE_MS);
  }
}

/** The first position of which an event may still come. */
async function readFeedEnd(db: Database): Promise<number> {
  const { rows } = await sql<{ readonly end: number }>`select feed_end() as "end"`.execute(db);
  return rows[0]?.end ?? 0;
}

/**
 * Selects the events that a reader may see. Clients see no event that was undone, no undo, and nothing from the first
 * event on that is held back: the feed waits for it, so that none appears behind a cursor.
 */
function selectEvents(db: Database, { transactionId, isForClient, ...scope }: EventFilter) {
  let query = db.selectFrom('events').where(isInScope(scope));
  if (isForClient) query = query.where(sql<boolean>`${IS_NOT_UNDONE} and position < ${firstHeld(scope)}`);
  if (transactionId !== undefined) query = query.where('transaction_id', '=', transactionId);
  return query;
}

/** Worded as a count, so that it is looked up for the rows of the page: PostgreSQL would join with every event. */
const IS_NOT_UNDONE = sql<boolean>`
  events.kind <> 'undo' and (
    select count(*) from events as u
    where u.transaction_id = events.transaction_id and u.sequence = events.sequence + 1 and u.kind = 'undo'
  ) = 0`;

/** The position of the first event of a client that is held back, or one behind all. */
function firstHeld(scope: ReadScope) {
  return sql`coalesce((
    select min(held.position) from holds join events as held on held.id = holds.event_id
    where ${isInScope(scope, 'holds.client_id')}
  ), ${Number.MAX_SAFE_INTEGER})`;
}

/** Finds the last event of each transaction. */
export async function findLastEvents(
  db: Database,
  transactionIds: readonly string[],
): Promise<TransactionEvent[]> {
  if (transactionIds.length === 0) return [];
  const rows = await db
    .selectFrom('transactions as t')
    .innerJoin('events as e', (join) =>
      join.onRef('e.transaction_id', '=', 't.id').onRef('e.sequence', '=', 't.sequence'),
    )
    .selectAll('e')
    .where('t.id', 'in', padToPowerOfTwo(transactionIds))
    .execute();
  return rows.map(eventFromRow);
}

/** Finds the event after which a transaction had a sequence. */
export async function findEventAt(
  db: Database,
  transactionId: string,
  sequence: number,
): Promise<TransactionEvent | undefined> {
  const row = await db
    .selectFrom('events')
    .selectAll()
    .where('transaction_id', '=', transactionId)
    .where('sequence', '=', sequence)
    .executeTakeFirst();
  return row && eventFromRow(row);
}

/** Finds all events of transactions, those of each in their order. */
export async function findEventsOf(
  db: Database,
  transactionIds: readonly string[],
): Promise<TransactionEvent[]> {
  if (transactionIds.length === 0) return [];
  const rows = await db
    .selectFrom('events')
    .selectAll()
    .where('transaction_id', 'in', padToPowerOfTwo(transactionIds))
    .orderBy('transaction_id')
    .orderBy('sequence')
    .execute();
  return rows.map(eventFromRow);
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
  const holds = await findHolds(db, events);
  return events.map((event) => {
    const transaction = transactions.get(event.transactionId);
    if (!transaction) throw new Error(`event ${event.id} has no transaction`);
    return { event, transaction, callback: callbacks.get(event.id), holdEndsAtMs: holds.get(event.id) };
  });
}

async function findHolds(
  db: Database,
  events: readonly TransactionEvent[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('holds')
    .select(['event_id', 'ends_at_ms'])
    .where('event_id', 'in', padToPowerOfTwo(events.map((event) => event.id)))
    .execute();
  return new Map(rows.map((row) => [row.event_id, row.ends_at_ms]));
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
