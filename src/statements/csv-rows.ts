import { Parser } from 'csv-parse';
import type { ReadLimits } from '../reconciliation/domain/statement.ts';
import { utf8Chunks } from './csv-text.ts';
import { foldName } from './profiles/column-name.ts';
import { failure } from './read-failure.ts';
import { HEADER_ROWS, MAX_COLUMNS, type TableRow, type TableRows, textCell } from './table-row.ts';

/** The characters between cells that are tried. */
export const DELIMITERS = [';', '\t', ',', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

const MAX_RECORD_BYTES = 1024 * 1024;
const SAMPLE_BYTES = 64 * 1024;

/** The parser of csv-parse, driven piece by piece: its records are taken as they come, without a stream around it. */
class RecordParser extends Parser {
  #records: string[][] = [];
  #silentBytes = 0;

  constructor(delimiter: Delimiter) {
    super({
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: MAX_RECORD_BYTES,
    });
  }

  override push(record: string[] | null): boolean {
    if (record !== null) this.#records.push(record);
    return true;
  }

  /** The records that end in this piece; without a piece, those that the end of the file completes. */
  parse(chunk?: Uint8Array): string[][] {
    let fault: Error | null | undefined;
    const done = (error?: Error | null) => {
      fault = error;
    };
    if (chunk) this._transform(chunk, 'utf8', done);
    else this._flush(done);
    if (fault) throw failure(csvFault(fault), `row ${this.info.records + 1}`);
    const records = this.#records;
    this.#records = [];
    this.#silentBytes = records.length > 0 ? 0 : this.#silentBytes + (chunk?.length ?? 0);
    if (this.#silentBytes > MAX_RECORD_BYTES) throw failure('row_too_long', `row ${this.info.records + 1}`);
    return records;
  }
}

function csvFault(error: Error) {
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'open_quote';
  if (code === 'CSV_MAX_RECORD_SIZE') return 'row_too_long';
  return 'bad_quotes';
}

/** The rows of a text file with a delimiter between cells. */
export function csvRows(bytes: Uint8Array, delimiter: Delimiter, limits: ReadLimits): TableRows {
  const split = delimiter === ',' ? 'comma' : 'delimiter';
  return { split, [Symbol.iterator]: () => iterate(bytes, delimiter, limits) };
}

function* iterate(
  bytes: Uint8Array,
  delimiter: Delimiter,
  limits: ReadLimits,
): Generator<TableRow, void, void> {
  const parser = new RecordParser(delimiter);
  let number = 0;
  let width = 2;
  const toRow = (record: string[]): TableRow => {
    number += 1;
    checkRecord(record, { number, delimiter, width, limits });
    width = Math.max(width, record.length);
    return { number, cells: record.map(textCell) };
  };
  for (const chunk of utf8Chunks(bytes)) for (const record of parser.parse(chunk)) yield toRow(record);
  for (const record of parser.parse()) yield toRow(record);
}

interface RecordCheck {
  readonly number: number;
  readonly delimiter: Delimiter;
  /** The most cells of a row so far. */
  readonly width: number;
  readonly limits: ReadLimits;
}

function checkRecord(record: readonly string[], { number, delimiter, width, limits }: RecordCheck): void {
  const place = `row ${number}`;
  if (record.length > MAX_COLUMNS) throw failure('many_cells', place, MAX_COLUMNS);
  for (const cell of record) {
    if (cell.length > limits.maxText) throw failure('cell_too_long', place, limits.maxText);
    // A quotation mark that is never closed swallows the rows up to the next one.
    if (cell.includes('\n') && cell.split('\n').some((line) => line.split(delimiter).length >= width))
      throw failure('open_quote', place);
  }
}

/** The delimiter under which a row at the beginning has the most names of columns, else the most cells. */
export function detectDelimiter(bytes: Uint8Array, names: ReadonlySet<string>): Delimiter {
  let best: Delimiter = ';';
  let bestScore = -1;
  for (const delimiter of DELIMITERS) {
    const score = scoreOf(firstRecords(bytes, delimiter), names);
    if (score > bestScore) {
      best = delimiter;
      bestScore = score;
    }
  }
  return best;
}

/** How much records look like the rows of a table: a row with known names of columns counts most. */
export function scoreOf(records: readonly (readonly string[])[], names: ReadonlySet<string>): number {
  let known = 0;
  let cells = 0;
  for (const record of records) {
    const folded = new Set(record.slice(0, MAX_COLUMNS).map(foldName));
    known = Math.max(known, [...folded].filter((name) => names.has(name)).length);
    cells += record.length > 1 ? Math.min(record.length, MAX_COLUMNS) : 0;
  }
  // A cell of any row counts less than one known name.
  return known * MAX_COLUMNS * (HEADER_ROWS + 1) + cells;
}

/** The records in which a header is looked for. */
export function firstRecords(bytes: Uint8Array, delimiter: Delimiter): string[][] {
  const parser = new RecordParser(delimiter);
  const records: string[][] = [];
  let read = 0;
  try {
    for (const chunk of utf8Chunks(bytes)) {
      records.push(...parser.parse(chunk));
      read += chunk.length;
      if (records.length >= HEADER_ROWS || read >= SAMPLE_BYTES) return records.slice(0, HEADER_ROWS);
    }
    records.push(...parser.parse());
  } catch {
    // A wrong delimiter causes errors that the right one does not.
  }
  return records.slice(0, HEADER_ROWS);
}
