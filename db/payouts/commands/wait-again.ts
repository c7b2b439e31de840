import type { PayoutBatch } from '../../../src/payouts/domain/batch.ts';
import { ROW_CHANGES } from '../../../src/payouts/domain/row-state.ts';
import { isClaimed } from '../../../src/transactions/domain/claim.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { findPlans } from '../../transactions/queries/plans.ts';
import { findLivePayouts } from '../queries/live.ts';
import { findPayables, type Payable } from '../queries/payables.ts';
import { update } from './change-batch.ts';
import { moveRows } from './move-rows.ts';
import { leaveBatch, lockLive } from './note-lines.ts';
import { lockPayables } from './refunds.ts';

interface ExecutedPayouts {
  /** A batch with a file. It is locked. */
  readonly batch: PayoutBatch;
  /** Those of its payouts that the bank says it has executed. */
  readonly endToEndIds: readonly string[];
  readonly nowMs: number;
}

/**
 * Waits again for refused or taken-back payouts if the bank says that it has executed them: their money may have left,
 * so nothing else may pay their withdrawals. If people had taken a whole batch back, they said that the bank did not
 * have it, so the batch waits again for all of it. The withdrawals leave batches that were not exported yet. Those that
 * are in another file, claimed, planned or decided in another way by now stay released.
 * @returns the batch afterwards: one that was rejected is `exported` again.
 */
export async function waitAgain(
  trx: DatabaseTransaction,
  { batch, endToEndIds, nowMs }: ExecutedPayouts,
): Promise<PayoutBatch> {
  const executed = await selectReleased(trx, batch)
    .where('end_to_end_id', 'in', [...endToEndIds])
    .execute();
  if (executed.length === 0) return batch;
  const others =
    batch.state === 'rejected' ? await selectReleased(trx, batch).where('state', '=', 'out').execute() : [];
  const rows = [...new Map([...executed, ...others].map((row) => [row.end_to_end_id, row])).values()];
  const ids = rows.map((row) => row.transaction_id).sort();
  await lockPayables(trx, ids);
  for await (const live of lockLive(trx, ids))
    if (live.batch.state !== 'exported') await leaveBatch(trx, live, nowMs);
  const live = await findLivePayouts(trx, ids);
  const plans = await findPlans(trx, ids);
  const payables = await findPayables(trx, ids);
  const waiting = rows.filter(({ transaction_id: id }) => {
    const payable = payables.get(id);
    return payable && isFree(payable) && !live.has(id) && !plans.has(id);
  });
  if (waiting.length === 0) return batch;
  await moveRows(trx, ROW_CHANGES.waitAgain, {
    batchId: batch.id,
    endToEndIds: waiting.map((row) => row.end_to_end_id),
  });
  const isPart =
    batch.state !== 'rejected' &&
    (await selectReleased(trx, batch).where('state', '=', 'out').executeTakeFirst());
  // The batch names the person who rejected single payouts as long as one of these stays rejected.
  const after = {
    ...batch,
    state: 'exported',
    ...(!isPart && { rejectedBy: null, rejectReason: null }),
  } as const;
  await update(trx, after, nowMs);
  return after;
}

function isFree(payable: Payable): boolean {
  return payable.isPending && !(payable.kind === 'withdrawal' && isClaimed(payable.transaction));
}

/** Selects the payouts in the file of a batch for which it does not wait. */
function selectReleased(trx: DatabaseTransaction, { id }: PayoutBatch) {
  return trx
    .selectFrom('payout_rows')
    .select(['end_to_end_id', 'transaction_id'])
    .where('batch_id', '=', id)
    .where('payment_id', 'is not', null)
    .where('state', 'in', ROW_CHANGES.waitAgain.from);
}
