import type { Database } from '../tables.ts';

/** The metadata that a restore leaves. */
export const RESTORED = {
  /** Transactions created from then on have higher numbers, and so references that nobody was given. */
  transactionNumber: 'restored_transaction_number',
  /** Batches prepared from then on have higher numbers, and so ids that no bank has seen. */
  batchNumber: 'restored_batch_number',
  /** Withdrawals and refunds created before this time are held. An admin who resumes payouts removes it. */
  heldBeforeMs: 'payouts_held_before_ms',
} as const;

/** Reads what a restore has left; 0 where there is nothing. */
export async function readRestored(db: Database, what: keyof typeof RESTORED): Promise<number> {
  const row = await db
    .selectFrom('metadata')
    .select('value')
    .where('key', '=', RESTORED[what])
    .executeTakeFirst();
  return Number(row?.value ?? 0);
}
