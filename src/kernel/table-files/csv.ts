import { bytePieces } from './byte-pieces.ts';
import { guardFormulas } from './formulas.ts';
import { type DateFormat, formatDate, formatDecimal, type TableCell } from './table-cell.ts';

/** How a CSV file is written. */
export interface CsvFormat {
  /** One character. */
  readonly delimiter: string;
  readonly decimal: 'comma' | 'point';
  readonly dateFormat: DateFormat;
  /** Encodes a text of whole characters; UTF-8 by default. */
  readonly encode?: ((text: string) => Uint8Array) | undefined;
  /** Whether an apostrophe is put in front of texts that a spreadsheet would take for formulas. */
  readonly guardsFormulas?: boolean | undefined;
}

/** Writes a CSV file, piece by piece (RFC 4180: rows end with CR LF). */
export function csvFile(
  format: CsvFormat,
  rows: Iterable<readonly TableCell[]>,
): Generator<Uint8Array, void, void> {
  return bytePieces(lines(format, rows), format.encode);
}

function* lines(format: CsvFormat, rows: Iterable<readonly TableCell[]>): Generator<string, void, void> {
  for (const cells of rows)
    yield `${cells.map((cell) => quote(print(cell, format), format.delimiter)).join(format.delimiter)}\r\n`;
}

function print(cell: TableCell, { decimal, dateFormat, guardsFormulas = false }: CsvFormat): string {
  switch (cell.kind) {
    case 'text':
      return guardsFormulas ? guardFormulas(cell.text) : cell.text;
    case 'amount':
      return formatDecimal(cell.amountMinor, decimal === 'comma' ? ',' : '.');
    case 'date':
      return formatDate(cell.day, dateFormat);
    case 'number':
      return String(cell.number);
  }
}

function quote(text: string, delimiter: string): string {
  const needsQuotes = text.includes(delimiter) || /["\t\r\n]/.test(text) || text !== text.trim();
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
}
