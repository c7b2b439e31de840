import { quoted } from './read-failure.ts';

/** A cell of a table. A cell of a spreadsheet knows whether it is a number; all cells of a text file are texts. */
export interface TableCell {
  readonly kind: 'text' | 'number' | 'date';
  /** A text without blanks around it; a number as the file writes it; a date as the number of its day. */
  readonly text: string;
}

/** A row of a table, empty ones included. */
export interface TableRow {
  /** Counted from 1, as a spreadsheet shows it. */
  readonly number: number;
  readonly cells: readonly TableCell[];
  /** The name of its sheet, where a workbook has several. */
  readonly sheet?: string | undefined;
}

/** The rows of one table. They can be iterated again, from the beginning. */
export interface TableRows extends Iterable<TableRow> {
  /**
   * The separator of the cells of a text. A delimiter inside a cell shifts the following cells, as a comma in an amount
   * does; between blanks, an empty cell does.
   */
  readonly split?: 'comma' | 'delimiter' | 'blanks';
  /** Whether a file ends without a line break, so that its last row can be cut. */
  readonly isOpen?: boolean;
  /** The name of the sheet. */
  readonly title?: string;
}

export const EMPTY_CELL: TableCell = { kind: 'text', text: '' };

/** Columns to the right of this one are ignored. */
export const MAX_COLUMNS = 200;

/** The place of a row, for people. */
export function placeOf({ number, sheet }: TableRow): string {
  return sheet === undefined ? `row ${number}` : `sheet ${quoted(sheet)}, row ${number}`;
}

/** The texts of the cells that are not empty. */
export function textsOf({ cells }: TableRow): readonly string[] {
  return cells.map(({ text }) => text).filter((text) => text !== '');
}

/** The text of the cell in a column, empty where there is none. */
export function textAt(row: TableRow, column: number | undefined): string {
  return column === undefined ? '' : (row.cells[column]?.text ?? '');
}

/** A cell with a text, without blanks around it. */
export function textCell(text: string): TableCell {
  const trimmed = text.trim();
  return trimmed === '' ? EMPTY_CELL : { kind: 'text', text: trimmed };
}

/** The number of rows in which the header is looked for. */
export const HEADER_ROWS = 60;
