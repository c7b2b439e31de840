import type {
  BatchState,
  PayoutApproval,
  PayoutBatch,
  PayoutRow,
} from '../../../src/payouts/domain/batch.ts';
import type { StoredFile } from '../../../src/payouts/domain/stored-file.ts';
import { readRestored } from '../../sql/metadata.ts';
import type { Database } from '../../tables.ts';
import { batchFromRow } from '../batch-row.ts';
import { findApprovalsOf, STATE_NOW } from './approvals.ts';
import { payoutFromRow, selectPayouts } from './paid.ts';
import { findProgress, type Progress } from './progress.ts';

/** A batch with what it pays now, and its approvals. */
export interface WholePayout extends Progress {
  readonly batch: PayoutBatch;
  readonly rows: readonly PayoutRow[];
  readonly approvals: readonly PayoutApproval[];
}

/** Selects batches `b` with their current state and the paying account. */
export function selectBatches(db: Database) {
  return db
    .selectFrom('payout_batches as b')
    .innerJoin('bank_accounts as p', 'p.id', 'b.account_id')
    .selectAll('b')
    .select(['p.account_name as payer_name', 'p.iban as payer_iban', STATE_NOW.as('state_now')]);
}

interface RowPage {
  /** Only rows after this one; 0 for the first page. */
  readonly after: number;
  readonly limit: number;
}

/** Finds a batch with a page of its rows, and its approvals. */
export function findPayoutPage(
  db: Database,
  { id, ...page }: RowPage & { readonly id: string },
): Promise<WholePayout | undefined> {
  return findPayout(db, id, page);
}

/**
 * Finds a batch with its approvals and its rows, except those that were taken out.
 * @param page of the rows; all by default.
 */
export async function findPayout(db: Database, id: string, page?: RowPage): Promise<WholePayout | undefined> {
  const row = await selectBatches(db).where('b.id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  const batch = batchFromRow(row);
  // Read before the rows, so that they show at least as much as the progress hash covers.
  const progress = await findProgress(db, batch);
  // Payees and amounts come from the withdrawals and refunds themselves, so there is no copy that could differ.
  const rows = await selectPayouts(db)
    .where('r.batch_id', '=', id)
    .where('r.state', '<>', 'out')
    .$narrowType<Pick<PayoutRow, 'state'>>()
    .$if(page !== undefined, (query) =>
      query.where('r.row_number', '>', page?.after ?? 0).limit(page?.limit ?? 0),
    )
    .orderBy('r.row_number')
    .execute();
  return { batch, ...progress, rows: rows.map(payoutFromRow), approvals: await findApprovalsOf(db, id) };
}

/** Finds the file of a batch that was exported. */
export async function findPayoutFile(db: Database, batchId: string): Promise<StoredFile | undefined> {
  const row = await db
    .selectFrom('payout_files')
    .select(['name', 'media_type', 'sha256', 'content_hash', 'bytes'])
    .where('batch_id', '=', batchId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { name, media_type: mediaType, sha256, content_hash: contentHash, bytes } = row;
  return { name, mediaType, sha256, contentHash, bytes };
}

/** Finds the highest number that a batch has, or that a restore has skipped; 0 for none. */
export async function findLastNumber(db: Database): Promise<number> {
  const last = await db
    .selectFrom('payout_batches')
    .select('number')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return Math.max(last?.number ?? 0, await readRestored(db, 'batchNumber'));
}

interface ListPayouts {
  readonly filter: { readonly state?: BatchState | undefined };
  readonly page: { readonly before?: number | undefined; readonly limit: number };
}

/** Lists batches by number, newest first. @param page `before` is the number of the last batch of the previous page. */
export async function listPayouts(
  db: Database,
  { filter: { state }, page: { before, limit } }: ListPayouts,
): Promise<PayoutBatch[]> {
  const rows = await selectBatches(db)
    .$if(state !== undefined, (query) => query.where(STATE_NOW, '=', state ?? 'prepared'))
    .$if(before !== undefined, (query) => query.where('b.number', '<', before ?? 0))
    .orderBy('b.number', 'desc')
    .limit(limit)
    .execute();
  return rows.map(batchFromRow);
}
