import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { EventFilter, EventPage } from '../../../src/callbacks/store.ts';
import { isPostgres } from '../../sql/is-postgres.ts';
import type { Database } from '../../tables.ts';
import { eventFromRow } from '../rows/events.ts';
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
    const row = await selectEvents(db, filter).select('position').where('id', '=', after).executeTakeFirst();
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

function selectEvents(db: Database, { transactionId, ...scope }: EventFilter) {
  const events = db.selectFrom('events').where(isInScope(scope, 'events'));
  return transactionId === undefined ? events : events.where('transaction_id', '=', transactionId);
}
