import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { EventFilter, EventPage } from '../../src/operations/callbacks/store.ts';
import type { ReadScope } from '../../src/operations/read-scope.ts';
import { eventFromRow } from '../rows/events.ts';
import { isPostgres } from '../sql/is-postgres.ts';
import type { Database } from '../tables.ts';
import { withTransactions } from './events.ts';
import { isInScope } from './modes.ts';

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

const BEHIND_ALL = Number.MAX_SAFE_INTEGER;

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
    // One end for all reads: it can go back for a moment, when a transaction of another database ends meanwhile.
    const end = isSafe ? undefined : await readFeedEnd(db);
    const shown = end === undefined ? after : after.where('position', '<', end);
    const rows = await shown
      .selectAll()
      .orderBy('position')
      .limit(limit + 1)
      .execute();
    if (end === undefined || rows.length > limit || tries === MAX_READS) return rows;
    // Mostly there is none.
    if (!(await hasFrom(after, end))) return rows;
    await sleep(PAUSE_MS);
  }
}

async function hasFrom(after: ReturnType<typeof selectEvents>, end: number): Promise<boolean> {
  // In the order of the index: a plan that expects many would read every event.
  const hidden = after.where('position', '>=', end).select('position').orderBy('position').limit(1);
  return (await hidden.executeTakeFirst()) !== undefined;
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
  let query = db.selectFrom('events').where(isInScope(scope, 'events'));
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
    where ${isInScope(scope, 'held')}
  ), ${BEHIND_ALL})`;
}
