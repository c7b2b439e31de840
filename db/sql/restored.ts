import type { Database } from '../tables.ts';
import { metadataNumber, readMetadata } from './metadata.ts';

/** The metadata that a restore leaves. */
export const RESTORED = {
  /** Transactions created from then on have higher numbers, and so references that were never given out. */
  transactionNumber: 'restored_transaction_number',
  /** Batches prepared from then on have higher numbers, and so ids that no bank has seen. */
  batchNumber: 'restored_batch_number',
  /**
   * The time of the restore. While it is set, no withdrawal and no refund is paid, whenever it was created: clients
   * create lost ones again, and these may have been paid. Live deposits from before it do not expire, since they
   * may have been paid as well. An admin who resumes payouts removes it.
   */
  heldSinceMs: 'payouts_held_before_ms',
  /**
   * The time when a service found that the database server had lost commits. Until `after-restore` no service writes,
   * and nobody can pay or get a file, not even by commands.
   */
  commitsLost: 'commits_lost_at_ms',
} as const;

/** Reads what a restore has left; 0 where there is nothing. */
export async function readRestored(db: Database, what: keyof typeof RESTORED): Promise<number> {
  return Number((await readMetadata(db, RESTORED[what])) ?? 0);
}

/** The time from which on live deposits were created that may expire, as an SQL expression; 0 where all may. */
export const heldSince = metadataNumber(RESTORED.heldSinceMs);

/** Whether a restore, or lost commits, hold all payouts. */
export async function holdsPayouts(db: Database): Promise<boolean> {
  return (await readMetadata(db, RESTORED.heldSinceMs, RESTORED.commitsLost)) !== undefined;
}
