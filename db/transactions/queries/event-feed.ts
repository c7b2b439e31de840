import type { EventFilter, EventPage } from '../../../src/callbacks/store.ts';
import type { Database } from '../../tables.ts';
import { eventFromRow } from '../rows/events.ts';
import { withTransactions } from './events.ts';
import { isInScope } from './modes.ts';

interface EventRequest {
  readonly filter: EventFilter;
  readonly page: { readonly after?: string | undefined; readonly limit: number };
}

/** Reads a page of events in the order of their commits; undefined when the filter has no event `after`. */
export async function listEvents(
  db: Database,
  { filter, page: { after, limit } }: EventRequest,
): Promise<EventPage | undefined> {
  const { transactionId, ...scope } = filter;
  const ofScope = db.selectFrom('events').where(isInScope(scope, 'events'));
  const events = transactionId === undefined ? ofScope : ofScope.where('transaction_id', '=', transactionId);
  const last =
    after === undefined
      ? { position: 0 }
      : await events.select('position').where('id', '=', after).executeTakeFirst();
  if (!last) return undefined;
  // One more shows whether there is a next page.
  const rows = await events
    .selectAll()
    .where('position', '>', last.position)
    .orderBy('position')
    .limit(limit + 1)
    .execute();
  return {
    items: await withTransactions(db, rows.slice(0, limit).map(eventFromRow)),
    hasMore: rows.length > limit,
  };
}
