import type { PayoutBatch, PayoutFile } from '../../../src/payouts/domain/batch.ts';
import { messageIdOf } from '../../../src/payouts/domain/file-ids.ts';
import type { PayoutOutcome } from '../../../src/payouts/domain/outcome.ts';
import { isAuditedSince, readAuditPosition } from '../../audit/queries.ts';
import { chunksOf } from '../../sql/lists.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { findPayout, type WholePayout } from '../queries/batches.ts';
import { isFormChanged } from '../queries/form-changes.ts';
import { findPayables } from '../queries/payables.ts';
import { type ChangePayout, lockPayout, store, storeNeededApprovals } from './change-batch.ts';
import { judgePayout } from './policy.ts';
import { findUnfit } from './prepare.ts';
import { lockPayables } from './refunds.ts';

/**
 * The kinds of records with which admins stop payouts: they disable a merchant's key, or put a payee on the blacklist.
 */
const STOPPING = ['client', 'blacklistEntry'] as const;

interface ExportPayout extends ChangePayout {
  readonly clientId: string;
  /** The time zone of the policy's hours. */
  readonly timeZone: string;
  readonly steadyNowMs: number;
  /** The day on which it is exported, YYYY-MM-DD. */
  readonly today: string;
  /** Written from exactly the content that `contentHash` names. */
  readonly file: PayoutFile;
  /** The profile with which it is written. */
  readonly profileId: string;
  /** The position in the audit log before that profile, and the account's choice of it, were read. */
  readonly formReadAt: number;
  /** How many rows each payment group in the file has. */
  readonly rowsPerPayment: number;
}

/**
 * Stores the file of an approved batch, which can be given to a bank from then on. A batch that has a file keeps it:
 * nothing is exported twice.
 */
export async function exportPayout(trx: DatabaseTransaction, request: ExportPayout): Promise<PayoutOutcome> {
  const { file, profileId, formReadAt, rowsPerPayment, clientId, timeZone, steadyNowMs, today, ...change } =
    request;
  const { batchId, contentHash, person, nowMs } = change;
  // In the order in which a settle locks: withdrawals, then their batch.
  const ids = ((await findPayout(trx, batchId))?.rows ?? []).map(({ transactionId }) => transactionId);
  await lockPayables(trx, ids);
  const found = await lockPayout(trx, change, ['approved', 'exported', 'paid']);
  if (found.kind !== 'found') return found;
  const { batch } = found.whole;
  if (batch.state !== 'approved') return { kind: 'stored', batch };
  if (batch.executionDay < today) return { kind: 'too-late', batch };
  const lookedAt = await readAuditPosition(trx);
  const { number: batchNumber, payer, currency } = batch;
  const look = async () => {
    const payables = await findPayables(trx, ids);
    return findUnfit(trx, { ids, found: payables, payer, steadyNowMs, currency, batchNumber });
  };
  // This comes before the lock on the audit log, for which others wait: with 10,000 rows it takes most of a second.
  const unfit = await look();
  if (unfit.length > 0) return { kind: 'unfit', batch, unfit };
  const judged = await judgePayout(trx, found.whole, { nowMs, timeZone });
  if (judged.kind !== 'fits') return judged;
  // Once the lock is held, no merchant can be disabled and nobody blacklisted.
  const late = (await isAuditedSince(trx, lookedAt, STOPPING)) ? await look() : [];
  if (late.length > 0) return { kind: 'unfit', batch, unfit: late };
  const { given, count: needed, reasons } = judged;
  // Since the approval, the policy can have become stricter, and an approver's key can have been disabled.
  if (given < needed) return { kind: 'approvals-missing', batch, given, needed, reasons };
  if (await isFormChanged(trx, { batchId, accountId: batch.accountId, profileId, formReadAt }))
    return askAgain(trx, change, batch);
  await trx
    .insertInto('payout_files')
    .values({
      batch_id: batchId,
      name: file.name,
      media_type: file.mediaType,
      sha256: file.sha256,
      content_hash: contentHash,
      bytes: file.bytes,
      exported_by: person,
      exported_client_id: clientId,
      exported_at_ms: nowMs,
    })
    .execute();
  await storeNeededApprovals(trx, batchId, needed);
  await namePayments(trx, found.whole, rowsPerPayment);
  return store(trx, change, { before: batch, after: { ...batch, state: 'exported' } });
}

/** Makes a batch wait for approvals again, because the form of its file has changed since them. */
async function askAgain(
  trx: DatabaseTransaction,
  change: ChangePayout,
  before: PayoutBatch,
): Promise<PayoutOutcome> {
  await trx.deleteFrom('payout_approvals').where('batch_id', '=', before.id).execute();
  const after = { ...before, state: 'prepared' } as const;
  await store(trx, change, { before, after });
  return { kind: 'form-changed', batch: after };
}

/** Stores which payment group of the file each row is in: a bank can debit a whole group in one line. */
export async function namePayments(
  trx: DatabaseTransaction,
  { batch, rows }: WholePayout,
  rowsPerPayment: number,
): Promise<void> {
  for (const [index, payment] of chunksOf(rows, rowsPerPayment).entries())
    await trx
      .updateTable('payout_rows')
      .set({ payment_id: messageIdOf(batch.number, index + 1) })
      .where('batch_id', '=', batch.id)
      .where('state', '=', 'in')
      .where('row_number', '>=', payment[0]?.rowNumber ?? 0)
      .where('row_number', '<=', payment.at(-1)?.rowNumber ?? 0)
      .execute();
}
