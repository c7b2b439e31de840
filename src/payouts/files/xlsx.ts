import { Zip, ZipDeflate } from 'fflate';
import type { XlsxFileProfile } from './bank-file-profile.ts';
import { bytePieces, escapeXml } from './byte-pieces.ts';
import { decimalText, type PayoutBatchFile } from './payout-file.ts';
import { type PayoutCell, tableCells } from './table-cells.ts';
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

/**
 * A spreadsheet with one sheet. Texts are texts there and never formulas; amounts and days are numbers.
 * @throws BankFileRefusal where the batch cannot be written; what came before is then no file.
 */
export function* xlsxFile(
  profile: XlsxFileProfile,
  batch: PayoutBatchFile,
): Generator<Uint8Array, void, void> {
  const written: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    if (piece.length > 0) written.push(piece);
  });
  for (const { name, xml } of workbookParts(profile.sheet, profile.dateFormat))
    addFile(zip, name).push(Buffer.from(xml), true);
  const sheet = addFile(zip, 'xl/worksheets/sheet1.xml');
  for (const piece of bytePieces(sheetXml(profile, batch))) {
    sheet.push(piece);
    yield* written.splice(0);
  }
  sheet.push(new Uint8Array(0), true);
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

function* sheetXml(profile: XlsxFileProfile, batch: PayoutBatchFile): Generator<string, void, void> {
  const names = profile.columns.map((_, index) => columnName(index));
  let number = 0;
  yield `${XML_HEAD}<worksheet xmlns="${SHEET_NAMESPACE}"><sheetData>`;
  for (const cells of tableCells(profile, batch)) {
    number += 1;
    const xml = cells.map((cell, index) => cellXml(cell, `${names[index]}${number}`));
    yield `<row r="${number}">${xml.join('')}</row>`;
  }
  yield '</sheetData></worksheet>';
}

function cellXml(cell: PayoutCell, place: string): string {
  switch (cell.kind) {
    case 'text':
      return cell.text === ''
        ? ''
        : `<c r="${place}" s="${TEXT_STYLE}" t="inlineStr"><is><t>${escapeXml(cell.text)}</t></is></c>`;
    case 'amount':
      return `<c r="${place}" s="${AMOUNT_STYLE}"><v>${decimalText(cell.amountMinor)}</v></c>`;
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
