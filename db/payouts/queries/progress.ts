import { sql } from 'kysely';
import { isBeforeExport, type PayoutBatch } from '../../../src/payouts/domain/batch.ts';
import { hashProgress } from '../../../src/payouts/domain/progress.ts';
import { isFileGivenOut } from '../../../src/payouts/domain/row-state.ts';
import type { Database } from '../../tables.ts';

/** How far the payouts of a file are. */
export interface Progress {
  /** SHA-256 in hexadecimal; null before there is a file. */
  readonly progressHash: string | null;
  readonly isFileGivenOut: boolean;
}

/**
 * Finds how far the payouts of a file are, by what the bank and its statements have said. A person who rejects a batch
 * names the progress that they have seen, since the file can have been written or answered after they read it.
 */
export async function findProgress(
  db: Database,
  batch: Pick<PayoutBatch, 'id' | 'state'>,
): Promise<Progress> {
  if (isBeforeExport(batch) || batch.state === 'rejected')
    return { progressHash: null, isFileGivenOut: false };
  const rows = await db
    .selectFrom('payout_rows')
    .select(['state', 'bank_status', 'is_executed', sql<number>`count(*)`.as('count')])
    // Rows that were taken out before the export are in no file.
    .select((eb) => eb.fn.count<number>('payment_id').as('filed'))
    .where('batch_id', '=', batch.id)
    .groupBy(['state', 'bank_status', 'is_executed'])
    .execute();
  const groups = rows.map((row) => [row.state, row.bank_status, row.is_executed, Number(row.count)]);
  const filed = rows.flatMap(({ state, filed: count }) => (Number(count) > 0 ? state : []));
  return { progressHash: hashProgress(groups), isFileGivenOut: isFileGivenOut(filed) };
}
