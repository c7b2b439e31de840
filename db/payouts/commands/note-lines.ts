import type { PayoutBatch, PayoutRowState } from '../../../src/payouts/domain/batch.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { findPayout } from '../queries/batches.ts';
import { endRows, lockBatch, takeOut, update } from './change-batch.ts';

/**
 * Notes in their batches that a bank has shown withdrawals or refunds to be paid. One whose batch has not been exported leaves it,
 * before the file pays it again: whoever has approved the batch has to look at it again.
 */
export async function notePaid(
  trx: DatabaseTransaction,
  transactionIds: readonly string[],
  nowMs: number,
): Promise<void> {
  if (transactionIds.length === 0) return;
  const batches = await trx
    .selectFrom('payout_rows')
    .select('batch_id')
    .distinct()
    .where('state', '=', 'in')
    .where('transaction_id', 'in', [...transactionIds])
    .orderBy('batch_id')
    .execute();
  for (const { batch_id: batchId } of batches) {
    const batch = await lockBatch(trx, batchId);
    // Before the lock, another person can have taken the withdrawal out, or rejected the batch.
    const waiting = batch ? await findWaiting(trx, batchId, transactionIds) : [];
    if (!batch || waiting.length === 0) continue;
    // Of an exported batch no other row is read: each of its thousands of lines can come in a commit of its own.
    const whole = batch.state === 'exported' ? undefined : await findPayout(trx, batchId);
    const after = await (whole ? takeOut(trx, whole, waiting) : markPaid(trx, batch, waiting));
    await update(trx, after, nowMs);
  }
}

async function findWaiting(
  trx: DatabaseTransaction,
  batchId: string,
  transactionIds: readonly string[],
): Promise<string[]> {
  const rows = await trx
    .selectFrom('payout_rows')
    .select('transaction_id')
    .where('batch_id', '=', batchId)
    .where('state', '=', 'in')
    .where('transaction_id', 'in', [...transactionIds])
    .execute();
  return rows.map((row) => row.transaction_id);
}

async function markPaid(
  trx: DatabaseTransaction,
  batch: PayoutBatch,
  transactionIds: readonly string[],
): Promise<PayoutBatch> {
  await endRows(trx, batch.id, 'paid', transactionIds);
  const waits = await trx
    .selectFrom('payout_rows')
    .select('state')
    .where('batch_id', '=', batch.id)
    .where('state', '=', 'in')
    .limit(1)
    .executeTakeFirst();
  return closed(batch, [waits ? { state: 'in' } : { state: 'paid' }]);
}

/** @returns an exported batch as it is with these rows, without those that were taken out: once none of them waits, it is paid, or refused as a whole. */
export function closed(batch: PayoutBatch, rows: readonly { readonly state: PayoutRowState }[]): PayoutBatch {
  if (batch.state !== 'exported' || rows.some(({ state }) => state === 'in')) return batch;
  return { ...batch, state: rows.every(({ state }) => state === 'refused') ? 'refused' : 'paid' };
}

/** Notes that the money of withdrawals or refunds came back after it was paid. */
export async function noteReturned(
  trx: DatabaseTransaction,
  transactionIds: readonly string[],
): Promise<void> {
  if (transactionIds.length === 0) return;
  await trx
    .updateTable('payout_rows')
    .set({ state: 'returned' })
    .where('state', '=', 'paid')
    .where('transaction_id', 'in', [...transactionIds])
    .execute();
}

/** Notes that the money of a withdrawal has not come back after all. */
export async function noteKept(trx: DatabaseTransaction, transactionId: string): Promise<void> {
  await trx
    .updateTable('payout_rows')
    .set({ state: 'paid' })
    .where('state', '=', 'returned')
    .where('transaction_id', '=', transactionId)
    .execute();
}

interface PaidBy {
  readonly endToEndIds: readonly string[];
  readonly lineId: string;
  readonly nowMs: number;
}

/**
 * Notes the line that has paid payouts. Some are no longer waited for: the bank had refused them, or people had taken
 * their batch back. A batch that was refused as a whole is paid then, as one is of which the bank has refused a part.
 */
export async function notePaidBy(
  trx: DatabaseTransaction,
  { endToEndIds, lineId, nowMs }: PaidBy,
): Promise<void> {
  if (endToEndIds.length === 0) return;
  await trx
    .updateTable('payout_batches')
    .set({ state: 'paid', changed_at_ms: nowMs })
    .where('state', '=', 'refused')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('payout_rows')
        .select('batch_id')
        .where('end_to_end_id', 'in', [...endToEndIds]),
    )
    .execute();
  await trx
    .updateTable('payout_rows')
    .set({ state: 'paid', line_id: lineId })
    .where('end_to_end_id', 'in', [...endToEndIds])
    .execute();
}
