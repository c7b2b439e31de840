import { sql } from 'kysely';
import { isBeforeExport, type PayoutBatch } from '../../../src/payouts/domain/batch.ts';
import { hashProgress } from '../../../src/payouts/domain/progress.ts';
import type { Database } from '../../tables.ts';

/**
 * Finds how far the payouts of a file are, by what the bank and its statements have said. Whoever rejects a batch names
 * what they have seen: the file can have been made, or answered, since they have read it.
 * @returns SHA-256 in hexadecimal; null before there is a file.
 */
export async function findProgressHash(
  db: Database,
  batch: Pick<PayoutBatch, 'id' | 'state'>,
): Promise<string | null> {
  if (isBeforeExport(batch) || batch.state === 'rejected') return null;
  const rows = await db
    .selectFrom('payout_rows')
    .select(['state', 'bank_status', 'is_executed', sql<number>`count(*)`.as('count')])
    .where('batch_id', '=', batch.id)
    .groupBy(['state', 'bank_status', 'is_executed'])
    .execute();
  return hashProgress(rows.map((row) => [row.state, row.bank_status, row.is_executed, Number(row.count)]));
}
