import { sql } from 'kysely';
import type { DatabaseTransaction } from '../tables.ts';
import { releaseNextInOrder } from './release-next-in-order.ts';

const AGAIN = { state: 'pending', failed_attempts: 0 } as const;

/** Makes the callback of an event due again, also one that was delivered, or never wanted before. */
export async function redeliverCallback(
  trx: DatabaseTransaction,
  { eventId, steadyNowMs }: { readonly eventId: string; readonly steadyNowMs: number },
): Promise<void> {
  const event = await trx
    .selectFrom('events')
    .select(['id', 'client_id', 'transaction_id', 'sequence'])
    .where('id', '=', eventId)
    .executeTakeFirst();
  if (!event) return;
  const { id, ...about } = event;
  await trx
    .insertInto('callbacks')
    .values({ ...AGAIN, ...about, event_id: id })
    // A callback that is being sent is left to finish.
    .onConflict((conflict) =>
      conflict
        .column('event_id')
        .doUpdateSet({ ...AGAIN, due_at_ms: null })
        .where('callbacks.lease', 'is', null),
    )
    .execute();
  await releaseNextInOrder(trx, [event.transaction_id], steadyNowMs);
}

export interface RedeliverFailedCallbacks {
  readonly clientId: string;
  /** How many at the most: others can write between two commands. */
  readonly limit: number;
  readonly steadyNowMs: number;
}

/** Makes callbacks of a client due again that were given up. @returns how many. */
export async function redeliverFailedCallbacks(
  trx: DatabaseTransaction,
  { clientId, limit, steadyNowMs }: RedeliverFailedCallbacks,
): Promise<number> {
  const rows = await trx
    .updateTable('callbacks')
    .set(AGAIN)
    .where('event_id', 'in', (eb) =>
      eb
        .selectFrom('callbacks')
        .select('event_id')
        .where('client_id', '=', clientId)
        .where('state', '=', sql.lit('failed'))
        .orderBy('event_id')
        .limit(limit),
    )
    .returning('transaction_id')
    .execute();
  const transactionIds = rows.map((row) => row.transaction_id);
  await releaseNextInOrder(trx, transactionIds, steadyNowMs);
  return rows.length;
}
