import type { TableCell } from '../../kernel/table-files/table-cell.ts';
import type { CsvFileProfile, XlsxFileProfile } from './bank-file-profile.ts';
import { type FiledBatch, nameFor, type WrittenRow, writtenRows } from './check-batch.ts';
import type { TableColumn } from './table-columns.ts';
import { cutTo } from './transliterate.ts';

/**
 * Returns the cells of each row, after the header if the profile has one.
 * @throws BankFileRefusal if the batch cannot be written.
 */
export function* tableCells(
  profile: CsvFileProfile | XlsxFileProfile,
  batch: FiledBatch,
): Generator<readonly TableCell[], void, void> {
  const { columns, hasHeader } = profile;
  const debtorName = nameFor(profile, batch.payer.name, { whose: 'the paying account' });
  if (hasHeader) yield columns.map(({ header }) => textOf(header));
  const context = { ...batch, debtorName };
  for (const row of writtenRows(profile, batch)) yield columns.map((column) => cellOf(column, row, context));
}

function cellOf(
  column: TableColumn,
  row: WrittenRow,
  batch: FiledBatch & { readonly debtorName: string },
): TableCell {
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
      return textOf(row.endToEndId, column.width);
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
      return textOf(batch.payer.iban);
    case 'constant':
      return textOf(column.constant);
  }
}

function textOf(text: string, width = text.length): TableCell {
  return { kind: 'text', text: cutTo(text, width) };
}
