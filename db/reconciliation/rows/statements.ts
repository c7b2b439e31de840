import type { StagedStatement, StatementFile } from '../../../src/reconciliation/import-store.ts';
import type { StoredStatement } from '../../../src/reconciliation/read-store.ts';
import { type ColumnsOf, columnsOf, fromRow, type RowOf, toRow } from '../../sql/columns.ts';

const COLUMNS = columnsOf(
  'id name sha256 sizeBytes format profileId clientId lineCount addedCount createdAtMs',
) satisfies ColumnsOf<StatementFile>;

export type StatementFilesTable = RowOf<StatementFile, typeof COLUMNS> & {
  /**
   * The stored rows of a file that is `staging` do not count: it is being imported, or was taken back. Only one such
   * file at a time has `staging_ends_at_ms`: its rows are being stored or removed.
   */
  state: 'staging' | 'imported';
  /** The time after which a staging file counts as abandoned; null once it was imported, or has lost its lines. */
  staging_ends_at_ms: number | null;
  /** The time when all its lines had been decided about; null before that. */
  matched_at_ms: number | null;
  /** Set when an operator took the import back, with a reason. */
  taken_back_at_ms: number | null;
  taken_back_by: string | null;
  take_back_reason: string | null;
};

export function fileToRow(file: StatementFile): RowOf<StatementFile, typeof COLUMNS> {
  return toRow(COLUMNS, file);
}

export function fileFromRow(row: RowOf<StatementFile, typeof COLUMNS>): StatementFile {
  return fromRow(COLUMNS, row);
}

const STORED = columnsOf(
  `id fileId accountId kind bankStatementId sequenceNumber openingMinor closingMinor firstDate lastDate lineCount
    heldReason releaseReason`,
  { bankStatementId: 'statement_ref' },
) satisfies ColumnsOf<StoredStatement>;

export type StatementsTable = RowOf<StoredStatement, typeof STORED> & {
  page: number;
  /** The currency of its balances, if the file names one. */
  currency: string | null;
  /** The days of its first and last line; null if those are the days that it covers. */
  first_line_date: string | null;
  last_line_date: string | null;
  /** JSON: the place where the balances break, and the amounts. */
  held_detail: string | null;
  /** Set when an operator released the held statement, with a reason. */
  released_at_ms: number | null;
  released_by: string | null;
  created_at_ms: number;
};

export function statementToRow(
  { id, accountId, header, end, lineCount, broken, ...days }: StagedStatement,
  { fileId, nowMs }: { readonly fileId: string; readonly nowMs: number },
): StatementsTable {
  return {
    id,
    file_id: fileId,
    account_id: accountId,
    kind: header.kind,
    statement_ref: header.statementId,
    sequence_number: header.sequenceNumber,
    page: header.page,
    currency: header.account.currency,
    opening_minor: header.opening?.amountMinor ?? null,
    closing_minor: end.closing?.amountMinor ?? null,
    first_date: days.firstDate,
    last_date: days.lastDate,
    first_line_date: days.firstLineDate,
    last_line_date: days.lastLineDate,
    line_count: lineCount,
    held_reason: broken?.reason ?? null,
    held_detail: broken ? JSON.stringify(broken) : null,
    released_at_ms: null,
    released_by: null,
    release_reason: null,
    created_at_ms: nowMs,
  };
}

export function statementFromRow(row: StatementsTable): StoredStatement {
  const heldReason = row.released_at_ms === null ? row.held_reason : null;
  return Object.assign(fromRow(STORED, row), { heldReason });
}
