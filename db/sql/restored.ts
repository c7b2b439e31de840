import type { Database } from '../tables.ts';

/** The metadata that a restore leaves. */
export const RESTORED = {
  /** Transactions created from then on have higher numbers, and so references that nobody was given. */
  transactionNumber: 'restored_transaction_number',
  /** Batches prepared from then on have higher numbers, and so ids that no bank has seen. */
  batchNumber: 'restored_batch_number',
  /**
   * The time of the restore. While it is there, no withdrawal and no refund is paid, whenever it was created: clients
   * create again what is lost, and that may have been paid. An admin who resumes payouts removes it.
   */
  heldSinceMs: 'payouts_held_before_ms',
} as const;

/** Reads what a restore has left; 0 where there is nothing. */
export async function readRestored(db: Database, what: keyof typeof RESTORED): Promise<number> {
  return Number((await find(db, what)) ?? 0);
}

/** Whether a restore holds all payouts. */
export async function holdsPayouts(db: Database): Promise<boolean> {
  return (await find(db, 'heldSinceMs')) !== undefined;
}

async function find(db: Database, what: keyof typeof RESTORED): Promise<string | undefined> {
  const row = await db
    .selectFrom('metadata')
    .select('value')
    .where('key', '=', RESTORED[what])
    .executeTakeFirst();
  return row?.value;
}
