import {
  hashPayout,
  type PayoutApproval,
  type PayoutBatch,
  type PayoutOutcome,
  type PayoutState,
  sumOf,
} from '../../../src/payouts/domain/batch.ts';
import { type Audited, appendAudit } from '../../audit/commands/append-audit.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { findPayout, type WholePayout } from '../queries/batches.ts';
import { payoutValues } from './values.ts';

export interface ChangePayout extends Audited {
  readonly batchId: string;
  /** The content that the caller has seen. */
  readonly contentHash: string;
  readonly person: string;
  readonly nowMs: number;
}

interface ApprovePayout extends ChangePayout {
  readonly clientId: string;
}

/**
 * Approves exactly what a batch contains. The person who has prepared it cannot: see also the constraints of the table.
 * An approval that is repeated changes nothing.
 */
export async function approvePayout(
  trx: DatabaseTransaction,
  { clientId, ...change }: ApprovePayout,
): Promise<PayoutOutcome> {
  const { person, contentHash, nowMs } = change;
  const found = await lockPayout(trx, change, ['prepared', 'approved']);
  if (found.kind !== 'found') return found;
  const { batch, approvals } = found.whole;
  if (person === batch.maker || clientId === batch.makerClientId) return { kind: 'same-person', batch };
  if (batch.rowCount === 0) return { kind: 'empty', batch };
  if (batch.state === 'approved' && approvals.some((approval) => isOf(approval, change)))
    return { kind: 'stored', batch };
  await trx
    .insertInto('payout_approvals')
    .values({
      batch_id: batch.id,
      content_hash: contentHash,
      approver: person,
      maker: batch.maker,
      maker_client_id: batch.makerClientId,
      approver_client_id: clientId,
      approved_at_ms: nowMs,
    })
    .onConflict((conflict) => conflict.columns(['batch_id', 'content_hash', 'approver']).doNothing())
    .execute();
  return store(trx, change, { before: batch, after: { ...batch, state: 'approved' } });
}

const isOf = (approval: PayoutApproval, { person, contentHash }: ChangePayout) =>
  approval.approver === person && approval.contentHash === contentHash;

interface RejectPayout extends ChangePayout {
  readonly clientId: string;
  readonly reason: string;
}

/**
 * Rejects a batch. Its withdrawals can then be decided otherwise, and be put into other batches. One that was exported is
 * rejected by another person than who exported it, since both have to know that no bank will pay it.
 */
export async function rejectPayout(
  trx: DatabaseTransaction,
  { clientId, reason, ...change }: RejectPayout,
): Promise<PayoutOutcome> {
  const found = await lockPayout(trx, change, ['prepared', 'approved', 'exported']);
  if (found.kind !== 'found') return found;
  const { batch } = found.whole;
  const exporter = await trx
    .selectFrom('payout_files')
    .select(['exported_by', 'exported_client_id'])
    .where('batch_id', '=', batch.id)
    .executeTakeFirst();
  if (exporter?.exported_by === change.person || exporter?.exported_client_id === clientId)
    return { kind: 'same-exporter', batch };
  await endRows(trx, batch.id, 'out');
  const after = { ...batch, state: 'rejected', rejectedBy: change.person, rejectReason: reason } as const;
  return store(trx, change, { before: batch, after });
}

interface RemoveRows extends ChangePayout {
  readonly transactionIds: readonly string[];
}

/** Takes withdrawals out of a batch, which voids its approvals: it then has another content. */
export async function removeFromPayout(
  trx: DatabaseTransaction,
  { transactionIds, ...change }: RemoveRows,
): Promise<PayoutOutcome> {
  const found = await lockPayout(trx, change, ['prepared', 'approved']);
  if (found.kind !== 'found') return found;
  const { batch, rows } = found.whole;
  const unknown = transactionIds.filter((id) => !rows.some((row) => row.transactionId === id));
  if (unknown.length > 0) return { kind: 'unknown-rows', batch, transactionIds: unknown };
  if (rows.every(({ transactionId }) => transactionIds.includes(transactionId)))
    return { kind: 'empty', batch };
  return store(trx, change, { before: batch, after: await takeOut(trx, found.whole, transactionIds) });
}

/**
 * Notes in their batches that a bank has shown withdrawals to be paid. One whose batch has not been exported leaves it,
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
    await lockBatch(trx, batchId);
    const whole = await findPayout(trx, batchId);
    // Before the lock, another person can have taken the withdrawal out, or rejected the batch.
    const waiting = (whole?.rows ?? [])
      .filter((row) => row.state === 'in' && transactionIds.includes(row.transactionId))
      .map(({ transactionId }) => transactionId);
    if (!whole || waiting.length === 0) continue;
    const note = whole.batch.state === 'exported' ? markPaid : takeOut;
    await update(trx, await note(trx, whole, waiting), nowMs);
  }
}

async function markPaid(
  trx: DatabaseTransaction,
  { batch, rows }: WholePayout,
  transactionIds: readonly string[],
): Promise<PayoutBatch> {
  await endRows(trx, batch.id, 'paid', transactionIds);
  const isLeft = rows.some((row) => row.state === 'in' && !transactionIds.includes(row.transactionId));
  return isLeft ? batch : { ...batch, state: 'paid' };
}

/** @returns the batch without these rows, which nobody has approved. */
async function takeOut(
  trx: DatabaseTransaction,
  { batch, rows }: WholePayout,
  transactionIds: readonly string[],
): Promise<PayoutBatch> {
  await endRows(trx, batch.id, 'out', transactionIds);
  const left = rows.filter(({ transactionId }) => !transactionIds.includes(transactionId));
  const content = { rowCount: left.length, sumMinor: sumOf(left), contentHash: hashPayout(batch, left) };
  return { ...batch, ...content, state: 'prepared' };
}

/** Ends the wait of rows: of the given withdrawals, or of all that the batch still waits for. */
async function endRows(
  trx: DatabaseTransaction,
  batchId: string,
  state: 'out' | 'paid',
  transactionIds?: readonly string[],
): Promise<void> {
  await trx
    .updateTable('payout_rows')
    .set({ state })
    .where('batch_id', '=', batchId)
    .where('state', '=', 'in')
    .$if(transactionIds !== undefined, (query) =>
      query.where('transaction_id', 'in', [...(transactionIds ?? [])]),
    )
    .execute();
}

type Found = { readonly kind: 'found'; readonly whole: WholePayout };

/** Locks a batch, and compares its content with what the caller has seen and with the withdrawals themselves. */
export async function lockPayout(
  trx: DatabaseTransaction,
  { batchId, contentHash }: ChangePayout,
  states: readonly PayoutState[],
): Promise<Found | Exclude<PayoutOutcome, { readonly kind: 'stored' }>> {
  await lockBatch(trx, batchId);
  const whole = await findPayout(trx, batchId);
  if (!whole) return { kind: 'missing' };
  const { batch, rows } = whole;
  if (!states.includes(batch.state)) return { kind: 'wrong-state', batch };
  // Of withdrawals that were paid, the names can have been forgotten meanwhile.
  const isWhole = rows.some(({ state }) => state === 'paid') || hashPayout(batch, rows) === contentHash;
  if (batch.contentHash !== contentHash || !isWhole) return { kind: 'changed', batch };
  return { kind: 'found', whole };
}

interface Changed {
  readonly before: PayoutBatch;
  readonly after: PayoutBatch;
}

async function lockBatch(trx: DatabaseTransaction, id: string): Promise<void> {
  await trx.selectFrom('payout_batches').select('id').where('id', '=', id).forUpdate().execute();
}

export async function store(
  trx: DatabaseTransaction,
  { nowMs, audit, person }: ChangePayout,
  { before, after }: Changed,
): Promise<PayoutOutcome> {
  await update(trx, after, nowMs);
  await appendAudit(trx, audit, {
    targetKind: 'payout',
    targetId: after.id,
    before: payoutValues(before),
    after: { ...payoutValues(after), by: person },
  });
  return { kind: 'stored', batch: after };
}

async function update(trx: DatabaseTransaction, batch: PayoutBatch, nowMs: number): Promise<void> {
  await trx
    .updateTable('payout_batches')
    .set({
      state: batch.state,
      row_count: batch.rowCount,
      sum_minor: batch.sumMinor,
      content_hash: batch.contentHash,
      rejected_by: batch.rejectedBy,
      reject_reason: batch.rejectReason,
      changed_at_ms: nowMs,
    })
    .where('id', '=', batch.id)
    .execute();
}
