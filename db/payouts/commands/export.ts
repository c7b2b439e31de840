import type { PayoutBatch, PayoutFile } from '../../../src/payouts/domain/batch.ts';
import { messageIdOf } from '../../../src/payouts/domain/file-ids.ts';
import type { PayoutOutcome } from '../../../src/payouts/domain/outcome.ts';
import { isAuditedSince, readAuditPosition } from '../../audit/queries.ts';
import { chunksOf } from '../../sql/lists.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { findPayout, type WholePayout } from '../queries/batches.ts';
import { isFormChanged } from '../queries/form-changes.ts';
import { findPayables } from '../queries/payables.ts';
import { type ChangePayout, keepNeeded, lockPayout, store } from './change-batch.ts';
import { judgePayout } from './policy.ts';
import { findUnfit } from './prepare.ts';
import { lockPayables } from './refunds.ts';

/** The records by which admins stop payouts: they disable the key of a merchant, or put a payee on the blacklist. */
const STOPPING = ['client', 'blacklistEntry'] as const;

interface ExportPayout extends ChangePayout {
  readonly clientId: string;
  /** In which the hours of the policy are. */
  readonly timeZone: string;
  readonly steadyNowMs: number;
  /** The day on which it is exported, YYYY-MM-DD. */
  readonly today: string;
  /** Written from exactly the content that `contentHash` names. */
  readonly file: PayoutFile;
  /** The profile that it is written by. */
  readonly profileId: string;
  /** The position in the audit log before that profile, and which one the account uses, was read. */
  readonly formReadAt: number;
  /** The rows of each payment in the file. */
  readonly rowsPerPayment: number;
}

/**
 * Stores the file of an approved batch, which a bank can be given from then on. A batch that has a file keeps it: nothing
 * is exported twice.
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
  // Before the lock of the audit log, for which others wait: of 10,000 rows it takes most of a second.
  const unfit = await look();
  if (unfit.length > 0) return { kind: 'unfit', batch, unfit };
  const judged = await judgePayout(trx, found.whole, { nowMs, timeZone });
  if (judged.kind !== 'fits') return judged;
  // Behind that lock no merchant is disabled and nobody blacklisted any more.
  const late = (await isAuditedSince(trx, lookedAt, STOPPING)) ? await look() : [];
  if (late.length > 0) return { kind: 'unfit', batch, unfit: late };
  const { given, count: needed, reasons } = judged;
  // The policy can have become stricter since, and a key that has approved can have been disabled.
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
  await keepNeeded(trx, batchId, needed);
  await namePayments(trx, found.whole, rowsPerPayment);
  return store(trx, change, { before: batch, after: { ...batch, state: 'exported' } });
}

/** Lets a batch wait for approvals again, since the form of its file is not the one of then. */
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

/** Stores in which payment of the file each row is: a bank can debit a whole payment in one line. */
async function namePayments(
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
