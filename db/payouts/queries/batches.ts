import type {
  PayoutApproval,
  PayoutBatch,
  PayoutFile,
  PayoutRow,
  PayoutState,
} from '../../../src/payouts/domain/batch.ts';
import type { Database } from '../../tables.ts';
import { batchFromRow, reasonsFromRow } from '../rows.ts';
import { PAID_IBAN, PAID_MINOR, PAID_NAME, selectPaid } from './paid.ts';

/** A batch with what it pays now, and who has approved exactly that. */
export interface WholePayout {
  readonly batch: PayoutBatch;
  readonly rows: readonly PayoutRow[];
  readonly approvals: readonly PayoutApproval[];
}

/** Finds a batch with its rows, but those that were taken out, and its approvals. */
export function findPayout(db: Database, id: string): Promise<WholePayout | undefined> {
  return findWhole(db, id);
}

interface PayoutPage {
  readonly id: string;
  /** Only rows after this one; 0 for the first page. */
  readonly after: number;
  readonly limit: number;
}

/** Finds a batch with a page of its rows, and its approvals. */
export function findPayoutPage(db: Database, { id, ...page }: PayoutPage): Promise<WholePayout | undefined> {
  return findWhole(db, id, page);
}

type RowPage = Omit<PayoutPage, 'id'>;

async function findWhole(db: Database, id: string, page?: RowPage): Promise<WholePayout | undefined> {
  const row = await db.selectFrom('payout_batches').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  const rows = await findRows(db, id, page);
  return { batch: batchFromRow(row), rows, approvals: await findApprovals(db, id) };
}

/** What is paid comes from the withdrawals and refunds themselves: nobody can change it in a copy. */
async function findRows(
  db: Database,
  batchId: string,
  page: RowPage | undefined,
): Promise<WholePayout['rows']> {
  const rows = await selectPaid(db)
    .select(['r.row_number', 'r.transaction_id', 'r.end_to_end_id', 'r.state', 'r.line_id'])
    .select([
      'r.bank_status',
      'r.is_executed',
      'r.bank_reasons',
      'f.line_id as refunded_line_id',
      'y.is_changed',
    ])
    .select([PAID_MINOR.as('amount_minor'), PAID_NAME.as('account_name'), PAID_IBAN.as('iban')])
    .where('r.batch_id', '=', batchId)
    .where('r.state', '<>', 'out')
    .$if(page !== undefined, (query) =>
      query.where('r.row_number', '>', page?.after ?? 0).limit(page?.limit ?? 0),
    )
    .orderBy('r.row_number')
    .execute();
  return rows.map((row) => ({
    rowNumber: row.row_number,
    transactionId: row.transaction_id,
    kind: row.refunded_line_id === null ? 'withdrawal' : 'refund',
    refundedLineId: row.refunded_line_id,
    endToEndId: row.end_to_end_id,
    state: row.state === 'out' ? 'in' : row.state,
    bankStatus: row.bank_status,
    isExecuted: row.is_executed === 1,
    bankReasons: reasonsFromRow(row),
    lineId: row.line_id,
    amountMinor: Number(row.amount_minor),
    accountName: row.account_name,
    iban: row.iban,
    isChangedPayee: row.is_changed === 1,
  }));
}

async function findApprovals(db: Database, batchId: string): Promise<PayoutApproval[]> {
  const rows = await db
    .selectFrom('payout_approvals')
    .select(['approver', 'approver_client_id', 'content_hash', 'approved_at_ms'])
    .where('batch_id', '=', batchId)
    .orderBy('approved_at_ms')
    .orderBy('approver')
    .execute();
  return rows.map((row) => ({
    approver: row.approver,
    approverClientId: row.approver_client_id,
    contentHash: row.content_hash,
    approvedAtMs: row.approved_at_ms,
  }));
}

/** Finds the file of a batch that was exported. */
export async function findPayoutFile(db: Database, batchId: string): Promise<PayoutFile | undefined> {
  const row = await db
    .selectFrom('payout_files')
    .select(['name', 'media_type', 'sha256', 'bytes'])
    .where('batch_id', '=', batchId)
    .executeTakeFirst();
  return row && { name: row.name, mediaType: row.media_type, sha256: row.sha256, bytes: row.bytes };
}

interface ListPayouts {
  readonly filter: { readonly state?: PayoutState | undefined };
  readonly page: { readonly before?: number | undefined; readonly limit: number };
}

/** Lists batches by their numbers, the newest first. @param page before the number of the last one seen. */
export async function listPayouts(
  db: Database,
  { filter: { state }, page: { before, limit } }: ListPayouts,
): Promise<PayoutBatch[]> {
  const rows = await db
    .selectFrom('payout_batches')
    .selectAll()
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'prepared'))
    .$if(before !== undefined, (query) => query.where('number', '<', before ?? 0))
    .orderBy('number', 'desc')
    .limit(limit)
    .execute();
  return rows.map(batchFromRow);
}
