import { sql } from 'kysely';
import type { TransactionEvent } from '../../src/domain/transition.ts';
import { padToPowerOfTwo } from '../padding.ts';
import type { CallbacksTable, DatabaseTransaction } from '../tables.ts';

/**
 * Writes the callbacks of events into the outbox, in the commit of what they tell of, oldest first. A client without
 * a callbackUrl gets none. One that waits for an earlier callback of its transaction gets its time when that is done.
 */
export async function insertCallbacks(
  trx: DatabaseTransaction,
  events: readonly TransactionEvent[],
  steadyNowMs: number,
): Promise<void> {
  const wanting = await findWanting(trx, events);
  const wanted = events.filter((event) => wanting.has(event.clientId));
  if (wanted.length === 0) return;
  const waitedFor = await findWaiting(trx, wanted);
  const rows = wanted.map((event): CallbacksTable => {
    const dueAtMs = waitedFor.has(event.transactionId) ? null : steadyNowMs;
    waitedFor.add(event.transactionId);
    return {
      event_id: event.id,
      client_id: event.clientId,
      transaction_id: event.transactionId,
      sequence: event.sequence,
      state: 'pending',
      due_at_ms: dueAtMs,
      due_since_ms: dueAtMs,
      lease: null,
      waits_since_ms: null,
      failed_attempts: 0,
    };
  });
  await trx.insertInto('callbacks').values(rows).execute();
}

/** The ids of those clients of the events that want callbacks. */
async function findWanting(
  trx: DatabaseTransaction,
  events: readonly TransactionEvent[],
): Promise<ReadonlySet<string>> {
  const clientIds = new Set(events.map((event) => event.clientId));
  const rows = await trx
    .selectFrom('clients')
    .select('id')
    .where('id', 'in', padToPowerOfTwo([...clientIds]))
    .where('callback_url', 'is not', null)
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** The ids of those transactions of the events that have a callback that is not done. */
async function findWaiting(
  trx: DatabaseTransaction,
  events: readonly TransactionEvent[],
): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('callbacks')
    .select('transaction_id')
    .where('transaction_id', 'in', padToPowerOfTwo(events.map((event) => event.transactionId)))
    // A literal, so that the planner sees that the partial index holds these rows.
    .where('state', '=', sql.lit('pending'))
    .execute();
  return new Set(rows.map((row) => row.transaction_id));
}
