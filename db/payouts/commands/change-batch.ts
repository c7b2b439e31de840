import { isSamePerson } from '../../../src/kernel/person.ts';
import { type BatchState, isBeforeExport, type PayoutBatch } from '../../../src/payouts/domain/batch.ts';
import { contentOf, isContentOf } from '../../../src/payouts/domain/content.ts';
import type { PayoutOutcome } from '../../../src/payouts/domain/outcome.ts';
import { ROW_CHANGES } from '../../../src/payouts/domain/row-state.ts';
import { type Audited, appendAudit } from '../../audit/commands/append-audit.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { batchFromRow } from '../batch-row.ts';
import { findPayout, selectBatches, type WholePayout } from '../queries/batches.ts';
import { moveRows } from './move-rows.ts';
import { payoutValues } from './values.ts';

export interface ChangePayout extends Audited {
  readonly batchId: string;
  /** The content that the caller has seen. */
  readonly contentHash: string;
  readonly person: string;
  readonly nowMs: number;
}

/** @returns the batch without these rows. It has no approvals. */
export async function takeOut(
  trx: DatabaseTransaction,
  { batch, rows }: WholePayout,
  transactionIds: readonly string[],
): Promise<PayoutBatch> {
  await moveRows(trx, ROW_CHANGES.takeOut, { batchId: batch.id, transactionIds });
  const out = new Set(transactionIds);
  const left = rows.filter(({ transactionId }) => !out.has(transactionId));
  return { ...batch, ...contentOf(batch, left), state: 'prepared' };
}

type BatchFound = { readonly kind: 'found'; readonly whole: WholePayout };

type FoundOrRefused = BatchFound | Exclude<PayoutOutcome, { readonly kind: 'stored' }>;

/** Locks a batch, and compares its content with what the caller has seen and with its withdrawals and refunds. */
export async function lockPayout(
  trx: DatabaseTransaction,
  change: ChangePayout,
  states: readonly BatchState[],
): Promise<FoundOrRefused> {
  const found = await lockSeen(trx, change, states);
  if (found.kind !== 'found') return found;
  const { batch, rows } = found.whole;
  // The names of withdrawals that were paid, possibly by another file, can have been forgotten since.
  const isWhole =
    !isBeforeExport(batch) || (rows.every(({ state }) => state === 'in') && isContentOf(batch, rows));
  return isWhole ? found : { kind: 'changed', batch };
}

/** Locks a batch that is as the caller has seen it, even if its withdrawals have changed: enough to release it. */
export async function lockSeen(
  trx: DatabaseTransaction,
  { batchId, contentHash }: ChangePayout,
  states: readonly BatchState[],
): Promise<FoundOrRefused> {
  await lockBatch(trx, batchId);
  const whole = await findPayout(trx, batchId);
  if (!whole) return { kind: 'missing' };
  const { batch } = whole;
  if (!states.includes(batch.state)) return { kind: 'wrong-state', batch };
  return batch.contentHash === contentHash ? { kind: 'found', whole } : { kind: 'changed', batch };
}

interface Changed {
  readonly before: PayoutBatch;
  readonly after: PayoutBatch;
  readonly movedIds?: readonly string[];
  /** Whether only some payouts of an exported batch are rejected; if so, the audit log names them. */
  readonly isOfSome?: boolean;
}

export async function lockBatch(trx: DatabaseTransaction, id: string): Promise<PayoutBatch | undefined> {
  const row = await selectBatches(trx).where('b.id', '=', id).forUpdate('b').executeTakeFirst();
  return row && batchFromRow(row);
}

/** A person with the key that they use. */
export interface Person {
  readonly person: string;
  readonly clientId: string;
}

/** Whether this person, or this key, has exported a batch. */
export async function isExporter(
  trx: DatabaseTransaction,
  batchId: string,
  { person, clientId }: Person,
): Promise<boolean> {
  const file = await trx
    .selectFrom('payout_files')
    .select(['exported_by', 'exported_client_id'])
    .where('batch_id', '=', batchId)
    .executeTakeFirst();
  return (
    file !== undefined && (isSamePerson(file.exported_by, person) || file.exported_client_id === clientId)
  );
}

export async function store(
  trx: DatabaseTransaction,
  { nowMs, audit, person }: ChangePayout,
  { before, after, movedIds, isOfSome }: Changed,
): Promise<PayoutOutcome> {
  await update(trx, after, nowMs);
  await appendAudit(trx, audit, {
    targetKind: 'payout',
    targetId: after.id,
    before: payoutValues(before),
    after: { ...payoutValues(after), by: person, ...(isOfSome && { rejected: movedIds }) },
  });
  return { kind: 'stored', batch: after, movedIds };
}

/** Stores how many people must approve what a batch contains, by the current policy. */
export async function storeNeededApprovals(
  trx: DatabaseTransaction,
  batchId: string,
  count: number,
): Promise<void> {
  await trx
    .updateTable('payout_batches')
    .set({ approvals_needed: count })
    .where('id', '=', batchId)
    .execute();
}

export async function update(trx: DatabaseTransaction, batch: PayoutBatch, nowMs: number): Promise<void> {
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
