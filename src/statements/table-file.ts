import type { ReadLimits } from '../reconciliation/domain/statement.ts';
import { csvRows, detectDelimiter } from './csv-rows.ts';
import { encodingOf, textStart } from './csv-text.ts';
import type { BankProfile } from './profiles/profile.ts';
import { failure } from './read-failure.ts';
import type { TableRows } from './table-row.ts';
import { xlsxSheets } from './xlsx-rows.ts';

const OLE_SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const ZIP_SIGNATURES = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
];
const START_BYTES = 2048;
const HTML = /<(?:html|table|!doctype html|meta|body|head)\b/i;
const SPREADSHEET_XML = /progid="Excel|urn:schemas-microsoft-com:office:spreadsheet/i;

/**
 * Opens a CSV or XLSX file as its sheets; CSV has one.
 * @throws ReadFailure for other files.
 */
export function openTable(
  bytes: Uint8Array,
  profiles: readonly BankProfile[],
  limits: ReadLimits,
): readonly TableRows[] {
  const { maxBytes } = limits;
  if (bytes.length > maxBytes) throw failure('file_too_large', null, maxBytes);
  if (startsWith(bytes, OLE_SIGNATURE)) throw failure('old_excel', null);
  if (ZIP_SIGNATURES.some((signature) => startsWith(bytes, signature))) return xlsxSheets(bytes, limits);
  const start = textStart(bytes, START_BYTES).trimStart();
  if (start.startsWith('<')) {
    if (HTML.test(start) || SPREADSHEET_XML.test(start)) throw failure('old_excel', null);
    throw failure('xml_no_table', null);
  }
  if (start === '') throw failure('file_empty', null);
  if (!encodingOf(bytes).label.startsWith('utf-16') && start.includes('\0')) throw failure('no_table', null);
  const names = new Set(profiles.flatMap(({ columns }) => Object.values(columns).flat()));
  return [csvRows(bytes, detectDelimiter(bytes, names), limits)];
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}
