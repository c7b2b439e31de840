import type { DebitKind } from '../../../src/reconciliation/domain/matching/model.ts';
import type { StatementLine } from '../../../src/reconciliation/domain/statement.ts';
import type { StagedLine } from '../../../src/reconciliation/import-store.ts';
import type { StoredLine } from '../../../src/reconciliation/read-store.ts';
import { foldedOrNull } from '../../../src/transactions/domain/query.ts';
import { type ColumnsOf, columnsOf, type Flag, fromRow, type RowOf, toFlag } from '../../sql/columns.ts';

const COLUMNS = columnsOf(
  `place bookingDate valueDate direction amountMinor currency status returnReason counterpartyName ultimateName
    counterpartyIban structuredReference endToEndId paymentId paymentCount bankReference transactionCode
    balanceAfterMinor raw`,
) satisfies ColumnsOf<
  StatementLine,
  'isReversal' | 'isCollective' | 'isSupplemented' | 'remittance' | 'isBankReferenceTrusted'
>;

type LineColumns = RowOf<StatementLine, typeof COLUMNS> & {
  is_reversal: Flag;
  is_collective: Flag;
  is_supplemented: Flag;
  /** A JSON array. */
  remittance: string;
};

/** A line of a bank statement. Only its state and kind ever change, except when a person is forgotten. */
export type StatementLinesTable = LineColumns & {
  id: string;
  account_id: string;
  /** Together with the occurrence, unique within the account: see line-key.ts. */
  line_key: string;
  occurrence: number;
  /** The statement that brought it first. */
  statement_id: string;
  /** See matching. `new` until the first decision about it. */
  state: string;
  /** 1 once a later statement that is not held contains it: then it no longer matters whether its own is held. */
  is_vouched: Flag;
  /** 1 while an operator or matching can still decide about it. */
  is_open: Flag;
  /** Null for a credit; `return` also after it was confirmed to have returned a deposit. */
  debit_kind: DebitKind | null;
  /** The payer in the form that a search compares; null for a debit, and if `lower` gives the same. */
  payer_folded: string | null;
  state_at_ms: number;
  decision_id: string | null;
  /** The transaction of its decision. */
  transaction_id: string | null;
  created_at_ms: number;
};

const FIELDS = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

export const LINE_COLUMNS = [
  ...FIELDS.map((field) => COLUMNS[field]),
  'id',
  'statement_id',
  'account_id',
  'line_key',
  'occurrence',
  'is_reversal',
  'is_collective',
  'is_supplemented',
  'remittance',
  'state',
  'is_open',
  'is_vouched',
  'debit_kind',
  'payer_folded',
  'state_at_ms',
  'decision_id',
  'transaction_id',
  'created_at_ms',
] as const satisfies readonly (keyof StatementLinesTable)[];

/**
 * Returns the values of a new line in the order of its columns. A row object with fields takes several times as long.
 */
export function lineValues(
  { id, statementId, accountId, key, occurrence, line, debitKind }: StagedLine,
  nowMs: number,
): readonly unknown[] {
  const payer = line.direction === 'credit' ? (line.counterpartyName ?? line.ultimateName) : null;
  const values: unknown[] = FIELDS.map((field) => line[field]);
  values.push(id, statementId, accountId, key, occurrence);
  values.push(
    toFlag(line.isReversal),
    toFlag(line.isCollective),
    toFlag(line.isSupplemented),
    JSON.stringify(line.remittance),
  );
  values.push('new', toFlag(true), toFlag(false), debitKind, payer === null ? null : foldedOrNull(payer));
  values.push(nowMs, null, null, nowMs);
  return values;
}

export function lineFromRow(row: LineColumns): Omit<StatementLine, 'isBankReferenceTrusted'> {
  return Object.assign(fromRow(COLUMNS, row), {
    isReversal: row.is_reversal === 1,
    isCollective: row.is_collective === 1,
    isSupplemented: row.is_supplemented === 1,
    remittance: JSON.parse(row.remittance) as readonly string[],
  });
}

/** @param row with the file of its statement. */
export function storedLineFromRow(row: StatementLinesTable & { readonly file_id: string }): StoredLine {
  return {
    id: row.id,
    statementId: row.statement_id,
    fileId: row.file_id,
    accountId: row.account_id,
    line: lineFromRow(row),
    state: row.state as StoredLine['state'],
    stateAtMs: row.state_at_ms,
    transactionId: row.transaction_id,
  };
}
