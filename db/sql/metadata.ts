import { sql } from 'kysely';
import type { Database } from '../tables.ts';

/** Reads a fact about the database by its key; undefined when there is none. With several keys it reads any one that is there. */
export async function readMetadata(db: Database, ...keys: readonly string[]): Promise<string | undefined> {
  const row = await db.selectFrom('metadata').select('value').where('key', 'in', keys).executeTakeFirst();
  return row?.value;
}

/** A number of the metadata as an SQL expression; 0 where there is none. */
function metadataNumber(key: string) {
  return sql<number>`
    (select coalesce(max(cast(value as bigint)), 0) from metadata where key = ${sql.lit(key)})`;
}

/** The metadata that holds the currency of all amounts. The first service on a database stores it, and it stays. */
export const CURRENCY = 'currency';

/**
 * Reads the currency of all amounts, a code of ISO 4217; undefined where no service has started yet. A database from
 * before it was stored has that of its newest transaction.
 */
export async function readCurrency(db: Database): Promise<string | undefined> {
  const stored = await readMetadata(db, CURRENCY);
  if (stored !== undefined) return stored;
  const newest = await db
    .selectFrom('transactions')
    .select('currency')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.currency;
}

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

/** The metadata that holds the id of the key that every stored secret is sealed with. */
export const MASTER_KEY_ID = 'master_key_id';
/** The metadata that holds the id of the key that secrets are being re-sealed with; absent at other times. */
export const NEXT_MASTER_KEY_ID = 'master_key_id_next';

/**
 * The metadata that holds up to what time old rows were dropped: all rows of an event before it may be gone. Checks
 * treat a missing row of such an event as dropped, not as lost.
 */
export const DROPPED_BEFORE = {
  attempts: 'attempts_dropped_before_ms',
  callbacks: 'callbacks_dropped_before_ms',
} as const;

export type Droppable = keyof typeof DROPPED_BEFORE;

/** The time, as an SQL expression; 0 when nothing was ever dropped. */
export function droppedBefore(rows: Droppable) {
  return metadataNumber(DROPPED_BEFORE[rows]);
}

export async function readDroppedBefore(db: Database, rows: Droppable): Promise<number> {
  const result = await sql<{ readonly time: number }>`select ${droppedBefore(rows)} as time`.execute(db);
  return Number(result.rows[0]?.time ?? 0);
}
