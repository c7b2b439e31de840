import type { TransactionEvent } from '../../../src/transactions/domain/transition.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { eventToRow } from '../rows/events.ts';

/**
 * Stores events at the end of the feed, in the order of the list. Each command waits here for the commit of the
 * previous one. So positions have the order of commits, and a reader never misses an event that appears later with a
 * lower position.
 */
export async function insertEvents(
  trx: DatabaseTransaction,
  events: readonly TransactionEvent[],
): Promise<void> {
  const { position: last } = await trx
    .updateTable('feed_tip')
    .set((eb) => ({ position: eb('position', '+', events.length) }))
    .returning('position')
    .executeTakeFirstOrThrow();
  const first = last - events.length + 1;
  await trx
    .insertInto('events')
    .values(events.map((event, index) => Object.assign(eventToRow(event), { position: first + index })))
    .execute();
}
