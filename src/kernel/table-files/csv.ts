import { bytePieces } from './byte-pieces.ts';
import { guardFormulas } from './formulas.ts';
import { type DayForm, decimalText, formatDay, type TableCell } from './table-cell.ts';

/** How a text file writes cells. */
export interface CsvForm {
  /** One character. */
  readonly delimiter: string;
  readonly decimal: 'comma' | 'point';
  readonly dateFormat: DayForm;
  /** Of whole characters; UTF-8 by default. */
  readonly encode?: ((text: string) => Uint8Array) | undefined;
  /** Whether texts that a spreadsheet would take for formulas get an apostrophe. */
  readonly guardsFormulas?: boolean | undefined;
}

/** A text file with a delimiter between cells (RFC 4180, rows end with CR LF). */
export function csvFile(
  form: CsvForm,
  rows: Iterable<readonly TableCell[]>,
): Generator<Uint8Array, void, void> {
  return bytePieces(lines(form, rows), form.encode);
}

function* lines(form: CsvForm, rows: Iterable<readonly TableCell[]>): Generator<string, void, void> {
  for (const cells of rows)
    yield `${cells.map((cell) => quote(print(cell, form), form.delimiter)).join(form.delimiter)}\r\n`;
}

function print(cell: TableCell, { decimal, dateFormat, guardsFormulas = false }: CsvForm): string {
  switch (cell.kind) {
    case 'text':
      return guardsFormulas ? guardFormulas(cell.text) : cell.text;
    case 'amount':
      return decimalText(cell.amountMinor, decimal === 'comma' ? ',' : '.');
    case 'date':
      return formatDay(cell.day, dateFormat);
    case 'number':
      return String(cell.number);
  }
}

function quote(text: string, delimiter: string): string {
  const needsQuotes = text.includes(delimiter) || /["\t\r\n]/.test(text) || text !== text.trim();
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
}
