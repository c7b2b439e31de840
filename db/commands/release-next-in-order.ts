import { sql } from 'kysely';
import { padToPowerOfTwo } from '../padding.ts';
import type { DatabaseTransaction } from '../tables.ts';

/**
 * Sees to it that of each transaction only the first pending callback has a time: the others wait until it was
 * acknowledged or given up. While one of them is being sent, the others wait for that.
 */
export async function releaseNextInOrder(
  trx: DatabaseTransaction,
  transactionIds: readonly string[],
  nowMs: number,
): Promise<void> {
  const ids = padToPowerOfTwo([...new Set(transactionIds)]);
  if (ids.length === 0) return;
  const rows = await trx
    .selectFrom('callbacks')
    .select(['transaction_id', 'event_id', 'due_at_ms', 'lease'])
    .where('transaction_id', 'in', ids)
    // A literal, so that the planner sees that the partial index holds these rows.
    .where('state', '=', sql.lit('pending'))
    .orderBy('transaction_id')
    .orderBy('sequence')
    .execute();
  const underWay = new Set(rows.filter((row) => row.lease !== null).map((row) => row.transaction_id));
  const seen = new Set<string>();
  const toWake: string[] = [];
  const toHold: string[] = [];
  for (const row of rows) {
    const isFirst = !seen.has(row.transaction_id) && !underWay.has(row.transaction_id);
    seen.add(row.transaction_id);
    if (isFirst && row.due_at_ms === null) toWake.push(row.event_id);
    if (!isFirst && row.due_at_ms !== null && row.lease === null) toHold.push(row.event_id);
  }
  await setTimes(trx, toWake, nowMs);
  await setTimes(trx, toHold, null);
}

async function setTimes(
  trx: DatabaseTransaction,
  eventIds: readonly string[],
  timeMs: number | null,
): Promise<void> {
  if (eventIds.length === 0) return;
  await trx
    .updateTable('callbacks')
    .set({ due_at_ms: timeMs, due_since_ms: timeMs })
    .where('event_id', 'in', padToPowerOfTwo(eventIds))
    .execute();
}
