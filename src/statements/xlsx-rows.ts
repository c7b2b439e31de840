import type { ReadLimits } from '../reconciliation/domain/statement.ts';
import { failure, type ReadFailure } from './read-failure.ts';
import {
  EMPTY_CELL,
  MAX_COLUMNS,
  placeOf,
  type TableCell,
  type TableRow,
  type TableRows,
  textCell,
} from './table-row.ts';
import { readWorkbook, type Workbook } from './xlsx-parts.ts';
import { attribute, parseXml, type XmlHandler } from './xml-events.ts';
import { ZipReader } from './zip.ts';

/** The visible sheets of an XLSX file. */
export function xlsxSheets(bytes: Uint8Array, limits: ReadLimits): readonly TableRows[] {
  const zip = new ZipReader(bytes, limits);
  const workbook = readWorkbook(zip, limits);
  const isOnly = workbook.sheets.length === 1;
  return workbook.sheets.map(({ path, title }) => ({
    title,
    [Symbol.iterator]: () => iterate(zip, path, { workbook, limits, title: isOnly ? undefined : title }),
  }));
}

interface SheetContext {
  readonly workbook: Workbook;
  readonly limits: ReadLimits;
  /** The name of the sheet, where there are several. */
  readonly title: string | undefined;
}

function* iterate(zip: ZipReader, path: string, context: SheetContext): Generator<TableRow, void, void> {
  const sheet = new SheetHandler(context);
  for (const _ of parseXml(zip.read(path), sheet, context.limits)) yield* sheet.takeRows();
}

/** Collects the rows of a sheet. Formulas give the value that was stored with them; the declared size is not used. */
class SheetHandler implements XmlHandler {
  readonly #context: SheetContext;
  #rows: TableRow[] = [];
  #number = 0;
  #cells: TableCell[] = [];
  #column = -1;
  #type = '';
  #style = -1;
  #value: string | undefined;
  #isValue = false;
  #phonetic = 0;

  constructor(context: SheetContext) {
    this.#context = context;
  }

  takeRows(): readonly TableRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'row') this.#openRow(attribute(attributes, 'r'));
    else if (name === 'c') this.#openCell(attributes);
    else if (name === 'v' || name === 't') this.#isValue = true;
    else if (name === 'rPh') this.#phonetic += 1;
  }

  close(name: string): void {
    if (name === 'row')
      this.#rows.push({ number: this.#number, cells: this.#cells, sheet: this.#context.title });
    else if (name === 'c') this.#closeCell();
    else if (name === 'v' || name === 't') this.#isValue = false;
    else if (name === 'rPh') this.#phonetic -= 1;
  }

  text(piece: string): void {
    if (!this.#isValue || this.#phonetic > 0) return;
    this.#value = (this.#value ?? '') + piece;
    const { maxText } = this.#context.limits;
    if (this.#value.length > maxText) throw failure('cell_too_long', this.#place(), maxText);
  }

  #openRow(number: string | undefined): void {
    const next = number && /^\d{1,7}$/.test(number) ? Number(number) : this.#number + 1;
    if (next <= this.#number) throw this.#damaged();
    this.#number = next;
    this.#cells = [];
    this.#column = -1;
  }

  #openCell(attributes: Readonly<Record<string, string>>): void {
    const place = attribute(attributes, 'r');
    const column = place === undefined ? this.#column + 1 : columnOf(place);
    if (column === undefined || column <= this.#column) throw this.#damaged();
    this.#column = column;
    this.#type = attribute(attributes, 't') ?? 'n';
    this.#style = Number(attribute(attributes, 's') ?? -1);
    this.#value = undefined;
  }

  #closeCell(): void {
    if (this.#column >= MAX_COLUMNS || this.#value === undefined) return;
    while (this.#cells.length < this.#column) this.#cells.push(EMPTY_CELL);
    this.#cells[this.#column] = this.#cell(this.#value);
  }

  #cell(value: string): TableCell {
    const { workbook } = this.#context;
    if (this.#type === 's') {
      const text = /^\d{1,9}$/.test(value) ? workbook.sharedStrings[Number(value)] : undefined;
      if (text === undefined) throw this.#damaged();
      return textCell(unescaped(text));
    }
    if (this.#type !== 'n') return textCell(unescaped(value));
    const text = value.trim();
    if (text === '') return EMPTY_CELL;
    return { kind: workbook.isDateStyle[this.#style] ? 'date' : 'number', text };
  }

  #place(): string {
    return placeOf({ number: this.#number, cells: [], sheet: this.#context.title });
  }

  #damaged(): ReadFailure {
    return failure('sheet_damaged', this.#place());
  }
}

/**
 * Texts escape what XML cannot hold, such as a carriage return, `_x000D_`, and what would look so, `_x005F_x000D_`.
 * Zeros and halves of characters are kept.
 */
function unescaped(text: string): string {
  return text.replace(/_x(?!0000|D[89A-F])([0-9A-F]{4})_/gi, (_, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** The column of a place such as `AB12`, from 0. */
function columnOf(place: string): number | undefined {
  const [, letters = ''] = /^([A-Z]{1,3})\d{1,7}$/.exec(place) ?? [];
  if (letters === '') return undefined;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
