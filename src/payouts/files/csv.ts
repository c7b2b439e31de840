import type { CsvFileProfile } from './bank-file-profile.ts';
import { bytePieces } from './byte-pieces.ts';
import { decimalText, type PayoutBatchFile } from './payout-file.ts';
import { type PayoutCell, tableCells } from './table-cells.ts';
import { formatDay } from './table-columns.ts';
import { encodeWindows1254 } from './windows-1254.ts';

/**
 * A text file with a delimiter between cells (RFC 4180, rows end with CR LF). Its texts begin no formulas.
 * @throws BankFileRefusal where the batch cannot be written; what came before is then no file.
 */
export function csvFile(profile: CsvFileProfile, batch: PayoutBatchFile): Generator<Uint8Array, void, void> {
  return bytePieces(lines(profile, batch), profile.encoding === 'utf-8' ? undefined : encodeWindows1254);
}

function* lines(profile: CsvFileProfile, batch: PayoutBatchFile): Generator<string, void, void> {
  for (const cells of tableCells(profile, batch))
    yield `${cells.map((cell) => quote(print(cell, profile), profile.delimiter)).join(profile.delimiter)}\r\n`;
}

function print(cell: PayoutCell, { decimal, dateFormat }: CsvFileProfile): string {
  switch (cell.kind) {
    case 'text':
      return cell.text;
    case 'amount':
      return decimalText(cell.amountMinor, decimal === 'comma' ? ',' : '.');
    case 'date':
      return formatDay(cell.day, dateFormat);
    case 'number':
      return String(cell.number);
  }
}

function quote(text: string, delimiter: string): string {
  const needsQuotes = text.includes(delimiter) || text.includes('"') || text !== text.trim();
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
}
