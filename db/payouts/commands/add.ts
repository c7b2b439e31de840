import { isSamePerson } from '../../../src/kernel/person.ts';
import { contentOf } from '../../../src/payouts/domain/content.ts';
import type { PayoutOutcome } from '../../../src/payouts/domain/outcome.ts';
import { MAX_PAYOUT_ROWS, MAX_ROW_NUMBER } from '../../../src/payouts/limits.ts';
import { lockAuditTip } from '../../audit/commands/append-audit.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { findPayables } from '../queries/payables.ts';
import { type ChangePayout, lockPayout, store } from './change-batch.ts';
import { limitOfNew } from './policy.ts';
import { findUnfit, insertRows, rowsOf } from './prepare.ts';
import { lockPayables } from './refunds.ts';

interface AddToPayout extends ChangePayout {
  readonly clientId: string;
  readonly transactionIds: readonly string[];
  readonly steadyNowMs: number;
}

/**
 * Adds pending withdrawals and refunds to the end of a batch: all of them, or none. Earlier approvals no longer count.
 * Only the maker of the batch, who cannot approve it, can add to it.
 */
export async function addToPayout(
  trx: DatabaseTransaction,
  { transactionIds, clientId, steadyNowMs, ...change }: AddToPayout,
): Promise<PayoutOutcome> {
  const { batchId, person } = change;
  const ids = [...new Set(transactionIds)].sort();
  // In the order in which a settle locks: withdrawals, then their batch.
  await lockPayables(trx, ids);
  const locked = await lockPayout(trx, change, ['prepared', 'approved']);
  if (locked.kind !== 'found') return locked;
  const { batch, rows } = locked.whole;
  // Both must be the maker's: otherwise another key of theirs could be renamed, and approve what it has added.
  if (!isSamePerson(person, batch.maker) || clientId !== batch.makerClientId)
    return { kind: 'not-maker', batch };
  const last = await findLastNumber(trx, batchId);
  if (batch.rowCount + ids.length > MAX_PAYOUT_ROWS || last + ids.length > MAX_ROW_NUMBER)
    return { kind: 'full', batch };
  const found = await findPayables(trx, ids);
  const { payer, currency } = batch;
  const unfit = await findUnfit(trx, { ids, found, payer, steadyNowMs, currency });
  if (unfit.length > 0) return { kind: 'unfit', batch, unfit };
  const added = rowsOf({ ids, found, batchNumber: batch.number, firstRow: last + 1 });
  const after = { ...batch, ...contentOf(batch, [...rows, ...added]), state: 'prepared' } as const;
  await lockAuditTip(trx);
  const overLimit = await limitOfNew(trx, after);
  if (overLimit) return overLimit;
  await insertRows(trx, batchId, added);
  return store(trx, change, { before: batch, after, movedIds: ids });
}

/** Includes rows that were taken out, because they keep their numbers. */
async function findLastNumber(trx: DatabaseTransaction, batchId: string): Promise<number> {
  const row = await trx
    .selectFrom('payout_rows')
    .select('row_number')
    .where('batch_id', '=', batchId)
    .orderBy('row_number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.row_number ?? 0;
}
