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

interface Executed {
  /** With its file. It is locked. */
  readonly batch: PayoutBatch;
  /** The payouts of it that the bank says it has executed. */
  readonly endToEndIds: readonly string[];
  readonly nowMs: number;
}

/**
 * Waits again for payouts that were let go, by a refusal or by people, when the bank says that it has executed them: their
 * money may have left, so nothing else can pay their withdrawals. People who have taken a batch back have said that the bank
 * has none of it, so all of it is waited for again. The withdrawals leave batches that were not exported yet. What is in
 * another file, claimed, planned or decided otherwise meanwhile stays let go.
 * @returns the batch after it: one that was rejected is exported again.
 */
export async function waitAgain(
  trx: DatabaseTransaction,
  { batch, endToEndIds, nowMs }: Executed,
): Promise<PayoutBatch> {
  const executed = await selectLetGo(trx, batch)
    .where('end_to_end_id', 'in', [...endToEndIds])
    .execute();
  if (executed.length === 0) return batch;
  const others =
    batch.state === 'rejected' ? await selectLetGo(trx, batch).where('state', '=', 'out').execute() : [];
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
    (await selectLetGo(trx, batch).where('state', '=', 'out').executeTakeFirst());
  // The batch names the person who rejected single payouts as long as one of these is let go.
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

/** The payouts in the file of a batch that nobody waits for. */
function selectLetGo(trx: DatabaseTransaction, { id }: PayoutBatch) {
  return trx
    .selectFrom('payout_rows')
    .select(['end_to_end_id', 'transaction_id'])
    .where('batch_id', '=', id)
    .where('payment_id', 'is not', null)
    .where('state', 'in', ROW_CHANGES.waitAgain.from);
}
