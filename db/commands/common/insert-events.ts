import type { TransactionEvent } from '../../../src/domain/transition.ts';
import { eventToRow } from '../../rows/events.ts';
import type { DatabaseTransaction } from '../../tables.ts';

/** Stores events. The database assigns their positions in the feed, in the order of the list. */
export async function insertEvents(
  trx: DatabaseTransaction,
  events: readonly TransactionEvent[],
): Promise<void> {
  await trx.insertInto('events').values(events.map(eventToRow)).execute();
}
