import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../tables.ts';

/**
 * Makes the first pending callback of each transaction due, and no other: later ones wait until it was delivered or has
 * failed. While one of the callbacks is claimed, all others wait for its end. The caller has locked the transactions.
 */
export async function releaseNextInOrder(
  trx: DatabaseTransaction,
  transactionIds: readonly string[],
  steadyNowMs: number,
): Promise<void> {
  const ids = [...new Set(transactionIds)];
  if (ids.length === 0) return;
  const rows = await trx
    .selectFrom('callbacks')
    .select(['transaction_id', 'event_id', 'due_at_ms', 'lease'])
    .where('transaction_id', 'in', ids)
    // A literal, so that the planner uses the partial index of pending callbacks.
    .where('state', '=', sql.lit('pending'))
    .orderBy('transaction_id')
    .orderBy('sequence')
    // Claims do not lock the transactions.
    .forUpdate()
    .execute();
  const withClaimed = new Set(rows.filter((row) => row.lease !== null).map((row) => row.transaction_id));
  const withEarlier = new Set<string>();
  const toRelease: string[] = [];
  const toHold: string[] = [];
  for (const row of rows) {
    const isNext = !withEarlier.has(row.transaction_id) && !withClaimed.has(row.transaction_id);
    withEarlier.add(row.transaction_id);
    if (isNext && row.due_at_ms === null) toRelease.push(row.event_id);
    if (!isNext && row.due_at_ms !== null && row.lease === null) toHold.push(row.event_id);
  }
  await setDueTimes(trx, toRelease, steadyNowMs);
  await setDueTimes(trx, toHold, null);
}

async function setDueTimes(
  trx: DatabaseTransaction,
  eventIds: readonly string[],
  dueAtMs: number | null,
): Promise<void> {
  if (eventIds.length === 0) return;
  await trx
    .updateTable('callbacks')
    .set({ due_at_ms: dueAtMs, due_since_ms: dueAtMs })
    .where('event_id', 'in', eventIds)
    .execute();
}
