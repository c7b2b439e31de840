import type { TableCell } from '../../kernel/table-files/table-cell.ts';
import type { CsvFileProfile, XlsxFileProfile } from './bank-file-profile.ts';
import { type CheckedRow, checkedRows, nameFor } from './check-rows.ts';
import type { PayoutBatchFile } from './payout-file.ts';
import type { TableColumn } from './table-columns.ts';
import { cutTo } from './transliterate.ts';

/**
 * The cells of each row, with the header first if the profile has one.
 * @throws BankFileRefusal where the batch cannot be written.
 */
export function* tableCells(
  profile: CsvFileProfile | XlsxFileProfile,
  batch: PayoutBatchFile,
): Generator<readonly TableCell[], void, void> {
  const debtorName = nameFor(profile, batch.debtor.name, { whose: 'the paying account' });
  if (profile.hasHeader) yield profile.columns.map(({ header }) => textOf(header));
  const context: CellContext = { ...batch, debtorName };
  for (const row of checkedRows(profile, batch))
    yield profile.columns.map((column) => cellOf(column, row, context));
}

interface CellContext extends PayoutBatchFile {
  /** In the characters of the profile. */
  readonly debtorName: string;
}

function cellOf(column: TableColumn, row: CheckedRow, batch: CellContext): TableCell {
  switch (column.value) {
    case 'amount':
      return { kind: 'amount', amountMinor: row.amountMinor };
    case 'date':
      return { kind: 'date', day: batch.executionDay };
    case 'rowNumber':
      return { kind: 'number', number: row.number };
    case 'name':
      return textOf(row.name, column.width);
    case 'text':
      return textOf(row.text || row.endToEndId, column.width);
    case 'debtorName':
      return textOf(batch.debtorName, column.width);
    case 'currency':
      return textOf(batch.currency);
    case 'iban':
      return textOf(row.iban);
    case 'reference':
      return textOf(row.endToEndId);
    case 'transactionId':
      return textOf(row.transactionId);
    case 'debtorIban':
      return textOf(batch.debtor.iban);
    case 'constant':
      return textOf(column.constant);
  }
}

function textOf(text: string, width = text.length): TableCell {
  return { kind: 'text', text: cutTo(text, width) };
}
