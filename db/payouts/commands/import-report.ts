import {
  type AppliedStatus,
  applyStatus,
  type StatusChange,
} from '../../../src/payouts/domain/apply-status.ts';
import type { PayoutBatch } from '../../../src/payouts/domain/batch.ts';
import { batchNumberOf } from '../../../src/payouts/domain/file-ids.ts';
import { type PayoutReport, summarize } from '../../../src/payouts/domain/payout-report.ts';
import { type BankStatus, stateOf } from '../../../src/payouts/domain/payout-state.ts';
import { ROW_CHANGES } from '../../../src/payouts/domain/row-state.ts';
import type { StatusReport } from '../../../src/payouts/domain/status-report.ts';
import type { StatementFile } from '../../../src/reconciliation/import-store.ts';
import { type Audited, appendAudit, lockAuditTip } from '../../audit/commands/append-audit.ts';
import { fileFromRow, fileToRow } from '../../reconciliation/rows/statements.ts';
import { type Flag, toFlag, typesOf } from '../../sql/columns.ts';
import { rowsOf } from '../../sql/functions.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { findPayout, type WholePayout } from '../queries/batches.ts';
import { findReport, findSent } from '../queries/reports.ts';
import { isExporter, lockBatch, type Person } from './change-batch.ts';
import { followRows, moveRows } from './move-rows.ts';
import { payoutValues } from './values.ts';
import { waitAgain } from './wait-again.ts';

interface ImportReport extends Audited {
  readonly file: StatementFile;
  readonly report: StatusReport;
  /** The person who imports; null for the command line and the watched folder. */
  readonly importer: Person | null;
  readonly nowMs: number;
}

export type ImportedReport =
  | {
      readonly kind: 'stored';
      readonly file: StatementFile;
      readonly report: PayoutReport;
      /** The withdrawals and refunds that the bank says something new about. */
      readonly movedIds: readonly string[];
    }
  /** The same bytes were imported before, and had their effect then. */
  | { readonly kind: 'repeat'; readonly file: StatementFile; readonly report: PayoutReport | undefined }
  /** No batch has a file with this id. */
  | { readonly kind: 'unknown-batch' }
  /** It would release withdrawals, which only somebody other than the exporter can do. */
  | { readonly kind: 'same-exporter'; readonly batch: PayoutBatch };

/**
 * Stores the bank's answer to the file of a batch, and what it says about each payout. Refused payouts leave the batch,
 * so their withdrawals can be put into another one, or be rejected. Nothing is settled.
 */
export async function importPayoutReport(
  trx: DatabaseTransaction,
  { file, report, importer, nowMs, audit }: ImportReport,
): Promise<ImportedReport> {
  const batchId = await findExported(trx, report.originalMessageId);
  if (batchId === undefined) return { kind: 'unknown-batch' };
  await lockBatch(trx, batchId);
  // One import after another, as with statements.
  await lockAuditTip(trx);
  const known = await trx
    .selectFrom('statement_files')
    .selectAll()
    .where('sha256', '=', file.sha256)
    .where('state', '=', 'imported')
    .executeTakeFirst();
  if (known) return { kind: 'repeat', file: fileFromRow(known), report: await findReport(trx, known.id) };
  const whole = await findPayout(trx, batchId);
  if (!whole) return { kind: 'unknown-batch' };
  const applied = applyStatus(await findSent(trx, whole.batch), report);
  const frees = applied.changes.some(isRefused);
  // Anybody can write such an answer, so a second person must declare that the bank does not pay: see rejectPayout.
  if (frees && importer && (await isExporter(trx, batchId, importer)))
    return { kind: 'same-exporter', batch: whole.batch };
  const after = await storeChanges(trx, { batch: whole.batch, applied, nowMs });
  const isAgain = whole.batch.state === 'rejected' && after.state !== 'rejected';
  const releasedIds = await findReleased(trx, applied, isAgain ? batchId : null);
  const summary = { batchId, batchNumber: whole.batch.number, ...summarize(applied, releasedIds) };
  await trx
    .insertInto('statement_files')
    .values({ ...fileToRow(file), state: 'imported', staging_ends_at_ms: null, matched_at_ms: nowMs })
    .execute();
  await trx
    .insertInto('payout_reports')
    .values({ file_id: file.id, batch_id: batchId, summary: JSON.stringify(summary), created_at_ms: nowMs })
    .execute();
  await appendAudit(trx, audit, {
    targetKind: 'payout',
    targetId: batchId,
    before: payoutValues(whole.batch),
    after: { ...payoutValues(after), report: file.id, ...summary.counts },
  });
  return { kind: 'stored', file, report: summary, movedIds: await findMoved(trx, whole, applied) };
}

/**
 * Finds the withdrawals and refunds about which a report says something new, or for which the batch was not waiting.
 */
async function findMoved(
  trx: DatabaseTransaction,
  { rows }: WholePayout,
  { changes, executed }: AppliedStatus,
): Promise<string[]> {
  const awaited = new Set(rows.flatMap(({ state, endToEndId }) => (state === 'in' ? endToEndId : [])));
  const again = [...executed.keys()].filter((id) => !awaited.has(id));
  const moved = await trx
    .selectFrom('payout_rows')
    .select('transaction_id')
    .where('end_to_end_id', 'in', [...idsOf(changes), ...again])
    .execute();
  return moved.map((row) => row.transaction_id);
}

async function findExported(trx: DatabaseTransaction, messageId: string): Promise<string | undefined> {
  const number = batchNumberOf(messageId);
  if (number === undefined) return undefined;
  const row = await trx
    .selectFrom('payout_batches as b')
    .innerJoin('payout_files as f', 'f.batch_id', 'b.id')
    .select('b.id')
    .where('b.number', '=', number)
    .executeTakeFirst();
  return row?.id;
}

interface Changes {
  readonly batch: PayoutBatch;
  readonly applied: AppliedStatus;
  readonly nowMs: number;
}

interface ChangedRow {
  readonly end_to_end_id: string;
  readonly bank_status: BankStatus | null;
  readonly is_executed: Flag;
  readonly bank_reasons: string | null;
}

const CHANGED = typesOf<ChangedRow>(['end_to_end_id', 'bank_status', 'is_executed', 'bank_reasons']);

/** Stores what the bank says about each payout. @returns the batch afterwards. */
async function storeChanges(
  trx: DatabaseTransaction,
  { batch, applied: { changes, executed }, nowMs }: Changes,
): Promise<PayoutBatch> {
  if (changes.length > 0) await storeFacts(trx, changes);
  const refused = idsOf(changes.filter(isRefused));
  await moveRows(trx, ROW_CHANGES.refuse, { batchId: batch.id, endToEndIds: refused });
  const waiting = await waitAgain(trx, { batch, endToEndIds: [...executed.keys()], nowMs });
  return followRows(trx, waiting, nowMs);
}

const isRefused = ({ facts }: StatusChange) => stateOf(facts) === 'refused';

function idsOf(found: readonly StatusChange[]): readonly string[] {
  return found.map(({ endToEndId }) => endToEndId);
}

async function storeFacts(trx: DatabaseTransaction, changes: readonly StatusChange[]): Promise<void> {
  const values = changes.map(({ endToEndId, facts, reasons }) => [
    endToEndId,
    facts.bankStatus,
    toFlag(facts.isExecuted),
    reasons && JSON.stringify(reasons),
  ]);
  await trx
    .with('changed', () => rowsOf<ChangedRow>(CHANGED, values))
    .updateTable('payout_rows')
    .from('changed')
    .set((eb) => ({
      bank_status: eb.ref('changed.bank_status'),
      is_executed: eb.ref('changed.is_executed'),
      bank_reasons: eb.fn.coalesce('changed.bank_reasons', 'payout_rows.bank_reasons'),
    }))
    .whereRef('payout_rows.end_to_end_id', '=', 'changed.end_to_end_id')
    .execute();
}

/**
 * Finds payouts that the bank says it is paying, although it refused them or people took them back.
 * @param batchId a batch that people had taken back, but whose file the bank has after all: it may pay the rest of it
 * too.
 */
async function findReleased(
  trx: DatabaseTransaction,
  { changes, executed }: AppliedStatus,
  batchId: string | null,
): Promise<ReadonlySet<string>> {
  const endToEndIds = [...idsOf(changes.filter((change) => !isRefused(change))), ...executed.keys()];
  const rows = await trx
    .selectFrom('payout_rows')
    .select('end_to_end_id')
    .where('state', 'in', ROW_CHANGES.waitAgain.from)
    .where((eb) =>
      eb.or([
        eb('end_to_end_id', 'in', endToEndIds),
        eb.and([
          eb('batch_id', '=', batchId ?? ''),
          eb('state', '=', 'out'),
          eb('payment_id', 'is not', null),
        ]),
      ]),
    )
    .orderBy('end_to_end_id')
    .execute();
  return new Set(rows.map((row) => row.end_to_end_id));
}
