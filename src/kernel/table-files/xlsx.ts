import { Zip, ZipDeflate } from 'fflate';
import { bytePieces, escapeXml } from './byte-pieces.ts';
import { type DateFormat, formatDecimal, type TableCell } from './table-cell.ts';
import {
  AMOUNT_STYLE,
  DATE_STYLE,
  SHEET_NAMESPACE,
  TEXT_STYLE,
  workbookParts,
  XML_HEAD,
} from './xlsx-parts.ts';

/** The earliest time that a ZIP archive can have. It is local there, so it is the same in every time zone. */
const NO_TIME = new Date(1980, 0, 1);
const DAY_MS = 24 * 60 * 60 * 1000;
/** Day 0 of a spreadsheet. */
const FIRST_DAY_MS = Date.UTC(1899, 11, 30);

/** A sheet of a spreadsheet. */
export interface Sheet {
  /** At most 31 characters, none of `[]:*?/\\`. */
  readonly name: string;
  readonly rows: Iterable<readonly TableCell[]>;
  /** The widths of the columns in characters; by default that of the program. */
  readonly widths?: readonly number[] | undefined;
}

/** Writes a spreadsheet, piece by piece. Texts stay texts and never become formulas; amounts and days are numbers. */
export function* xlsxFile(
  sheets: readonly Sheet[],
  dateFormat: DateFormat,
): Generator<Uint8Array, void, void> {
  const written: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    if (piece.length > 0) written.push(piece);
  });
  const names = sheets.map(({ name }) => name);
  for (const { name, xml } of workbookParts(names, dateFormat))
    addFile(zip, name).push(Buffer.from(xml), true);
  for (const [index, sheet] of sheets.entries()) {
    const file = addFile(zip, `xl/worksheets/sheet${index + 1}.xml`);
    for (const piece of bytePieces(sheetXml(sheet))) {
      file.push(piece);
      yield* written.splice(0);
    }
    file.push(new Uint8Array(0), true);
  }
  zip.end();
  yield* written;
}

/** A higher level takes longer for a few percent. */
function addFile(zip: Zip, name: string): ZipDeflate {
  const file = new ZipDeflate(name, { level: 3 });
  file.mtime = NO_TIME;
  zip.add(file);
  return file;
}

function* sheetXml({ rows, widths = [] }: Sheet): Generator<string, void, void> {
  let number = 0;
  const columns = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const head = columns.length > 0 ? `<cols>${columns.join('')}</cols>` : '';
  yield `${XML_HEAD}<worksheet xmlns="${SHEET_NAMESPACE}">${head}<sheetData>`;
  for (const cells of rows) {
    number += 1;
    const xml = cells.map((cell, index) => cellXml(cell, `${columnName(index)}${number}`));
    yield `<row r="${number}">${xml.join('')}</row>`;
  }
  yield '</sheetData></worksheet>';
}

function cellXml(cell: TableCell, place: string): string {
  switch (cell.kind) {
    case 'text':
      return cell.text === ''
        ? ''
        : `<c r="${place}" s="${TEXT_STYLE}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell.text)}</t></is></c>`;
    case 'amount':
      return `<c r="${place}" s="${AMOUNT_STYLE}"><v>${formatDecimal(cell.amountMinor)}</v></c>`;
    case 'date':
      return `<c r="${place}" s="${DATE_STYLE}"><v>${serialOf(cell.day)}</v></c>`;
    case 'number':
      return `<c r="${place}"><v>${cell.number}</v></c>`;
  }
}

function serialOf(day: string): number {
  return (Date.parse(`${day}T00:00:00Z`) - FIRST_DAY_MS) / DAY_MS;
}

/** The letters of a column: `A`, `AX`. @param index from 0, below 702. */
function columnName(index: number): string {
  const first = Math.floor(index / 26);
  const last = String.fromCharCode(65 + (index % 26));
  return first === 0 ? last : String.fromCharCode(64 + first) + last;
}
