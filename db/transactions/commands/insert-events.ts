import type { TransactionEvent } from '../../../src/transactions/domain/transition.ts';
import { compileInsert } from '../../sql/compile-insert.ts';
import { compileOnce } from '../../sql/compile-once.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { EVENT_COLUMNS, type EventsTable, eventToRow } from '../rows/events.ts';

const insertRows = compileInsert<EventsTable>('events', EVENT_COLUMNS);

const moveTip = compileOnce((trx) =>
  trx
    .updateTable('feed_tip')
    .set((eb) => ({ position: eb('position', '+', 1) }))
    .returning('position'),
);

/**
 * Stores events at the end of the feed, in the order of the list. Each command waits here for the commit of the
 * previous one. So positions have the order of commits, and a reader never misses an event that appears later with a
 * lower position.
 */
export async function insertEvents(
  trx: DatabaseTransaction,
  events: readonly TransactionEvent[],
): Promise<void> {
  const { rows } = await moveTip(trx, [events.length]);
  const [tip] = rows;
  if (!tip) throw new Error('the feed has no tip: the database is damaged');
  const first = tip.position - events.length + 1;
  await insertRows(
    trx,
    events.map((event, index) => Object.assign(eventToRow(event), { position: first + index })),
  );
}
