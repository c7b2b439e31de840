import { sql } from 'kysely';
import type { TransactionEvent } from '../../../src/transactions/domain/transition.ts';
import { isPostgres } from '../../sql/is-postgres.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { eventToRow } from '../rows/events.ts';

/** Stores events. The database assigns their positions in the feed, in the order of the list. */
export async function insertEvents(
  trx: DatabaseTransaction,
  events: readonly TransactionEvent[],
): Promise<void> {
  await trx.insertInto('events').values(events.map(eventToRow)).execute();
  if (isPostgres(trx)) await refuseDisorder(trx, events);
}

/**
 * A position is drawn when a database transaction first locks a row. One that then waited for the lock of another row
 * can have a lower position than an event that was stored there meanwhile: the command runs again, with a higher one.
 */
async function refuseDisorder(trx: DatabaseTransaction, events: readonly TransactionEvent[]): Promise<void> {
  const { rows } = await sql`
    select 1 from events as e
    join events as p on p.transaction_id = e.transaction_id and p.sequence = e.sequence - 1
    where e.transaction_id = any(${[...new Set(events.map((event) => event.transactionId))]}::text[])
      and e.id = any(${events.map((event) => event.id)}::text[]) and p.position > e.position
    limit 1`.execute(trx);
  if (rows.length > 0)
    throw Object.assign(new Error('an event has a lower position than the one before'), { code: '40001' });
}
