import { DATE_FORMS, readDate } from './date-text.ts';
import type { ColumnRole } from './profiles/column-roles.ts';
import { failure } from './read-failure.ts';
import type { TableLayout } from './table-header.ts';
import { placeOf, type TableRow, type TableRows, textAt, textsOf } from './table-row.ts';

export const AMOUNT_ROLES = [
  'amount',
  'debitAmount',
  'creditAmount',
  'balance',
] as const satisfies ColumnRole[];
const WHOLE = /^\D*(?:\d+|\d{1,3}(?:\.\d{3})+)$/;
/** The part of an amount behind a comma: its decimals, or its last thousand. */
const REST = /^(?:\d\d|\d{3}\.\d\d)\D*$/;

/** A day with its time, or the beginning of one. */
const DAY = /^\d[\d./:T -]*$/;
/** A day without all of its year, or without its day. A bank prints neither below its lines. */
const CUT_DAY = /^(?:\d\d?[./-]\d\d?[./-]\d{0,3}|\d{4}[./-]\d\d?[./-])$/;

/** The numbers of cells in the rows of a text, where a shifted or a cut cell can make another number the amount. */
export class RowWidths {
  readonly #rows: TableRows;
  readonly #layout: TableLayout;
  /** The fewest cells of a line, and of a line before the last one. */
  #fewest = Number.POSITIVE_INFINITY;
  #fewestBefore = Number.POSITIVE_INFINITY;
  #lastLine = 0;
  #lastRow = 0;

  constructor(rows: TableRows, layout: TableLayout) {
    this.#rows = rows;
    this.#layout = layout;
  }

  /** Takes the next row. */
  take({ number }: TableRow): void {
    this.#lastRow = number;
  }

  /** Takes the row of the next line. */
  takeLine({ number, cells }: TableRow): void {
    this.#fewestBefore = this.#fewest;
    this.#fewest = Math.min(this.#fewest, cells.length);
    this.#lastLine = number;
  }

  /** @throws ReadFailure for a line that has other cells than the header, or fewer than all others where the file ends. */
  checkLine(row: TableRow): void {
    this.checkNote(row);
    const { names, columns } = this.#layout;
    if (this.#rows.split !== 'comma' || row.cells.length <= names.length) return;
    // A comma for decimals shifts the cells of some lines, if not of all.
    const isShifted = AMOUNT_ROLES.some((role) => isParted(row, columns[role]));
    if (isShifted || row.cells.length > this.#fewest) throw this.#otherWidth(row);
  }

  /** @throws ReadFailure for a text between lines that has other cells than the header, or is the beginning of a line. */
  checkNote(row: TableRow): void {
    const { split } = this.#rows;
    const { names } = this.#layout;
    if (!split || names.length === 0) return;
    this.#checkEnd(row);
    const isWider = row.cells.slice(names.length).some(({ text }) => text !== '');
    const isNarrower = split === 'blanks' && row.cells.length < names.length && row.cells.length > 1;
    if (isWider || isNarrower) throw this.#otherWidth(row);
  }

  #checkEnd(row: TableRow): void {
    if (!this.#rows.isOpen || row.number !== this.#lastRow || !beginsAsLine(textsOf(row))) return;
    const ofLines = row.number === this.#lastLine ? this.#fewestBefore : this.#fewest;
    const fewest = Math.min(this.#layout.names.length, ofLines);
    if (row.cells.length < fewest) throw failure('cut_row', placeOf(row), row.cells.length, fewest);
  }

  #otherWidth(row: TableRow) {
    return failure('other_width', placeOf(row), row.cells.length, this.#layout.names.length);
  }
}

/** Whether texts can be the beginning of a line. A whole day or a number alone is one that the bank prints below all lines. */
function beginsAsLine([first = '', ...others]: readonly string[]): boolean {
  if (others.length > 0) return DAY.test(first);
  return CUT_DAY.test(first) && readDate(first, DATE_FORMS) === undefined;
}

function isParted(row: TableRow, column: number | undefined): boolean {
  return column !== undefined && WHOLE.test(textAt(row, column)) && REST.test(textAt(row, column + 1));
}
