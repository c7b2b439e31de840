import type { PayoutFile, PayoutOutcome, Unfit } from '../../../src/payouts/domain/batch.ts';
import { findStops } from '../../admin/queries/blacklist.ts';
import { lockTransactions } from '../../engines/statements.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { findPlans } from '../../transactions/queries/plans.ts';
import { findTransactions } from '../../transactions/queries/transactions.ts';
import { findPayout } from '../queries/batches.ts';
import { type ChangePayout, lockPayout, store } from './decide.ts';

interface ExportPayout extends ChangePayout {
  readonly clientId: string;
  /** Written from exactly the content that `contentHash` names. */
  readonly file: PayoutFile;
}

/**
 * Stores the file of an approved batch, which a bank can be given from then on. A batch that has a file keeps it: nothing
 * is exported twice.
 */
export async function exportPayout(
  trx: DatabaseTransaction,
  { file, clientId, ...change }: ExportPayout,
): Promise<PayoutOutcome> {
  const { batchId, contentHash, person, nowMs } = change;
  // In the order in which a settle locks: withdrawals, then their batch.
  const ids = ((await findPayout(trx, batchId))?.rows ?? []).map(({ transactionId }) => transactionId);
  await lockTransactions(trx, ids);
  const found = await lockPayout(trx, change, ['approved', 'exported', 'paid']);
  if (found.kind !== 'found') return found;
  const { batch } = found.whole;
  if (batch.state !== 'approved') return { kind: 'stored', batch };
  const unfit = await findUnfit(trx, ids);
  if (unfit.length > 0) return { kind: 'unfit', batch, unfit };
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
  return store(trx, change, { before: batch, after: { ...batch, state: 'exported' } });
}

async function findUnfit(trx: DatabaseTransaction, ids: readonly string[]): Promise<Unfit[]> {
  const plans = await findPlans(trx, ids);
  const stops = await findStops(trx, await findTransactions(trx, ids));
  return ids.flatMap((transactionId): Unfit[] => {
    if (plans.has(transactionId)) return [{ transactionId, reason: 'planned' }];
    return stops.has(transactionId) ? [{ transactionId, reason: 'blacklisted' }] : [];
  });
}
