import type { ReadLimits } from '../reconciliation/domain/statement.ts';
import { csvRows, detectDelimiter } from './csv-rows.ts';
import { isUtf16, textStart } from './csv-text.ts';
import { detectFormat } from './detect.ts';
import type { BankProfile } from './profiles/profile.ts';
import { failure } from './read-failure.ts';
import type { TableRows } from './table-row.ts';
import { xlsxSheets } from './xlsx-rows.ts';

const START_BYTES = 2048;

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
  if (detectFormat(bytes) === 'xlsx') return xlsxSheets(bytes, limits);
  const start = textStart(bytes, START_BYTES).trimStart();
  if (start === '') throw failure('file_empty', null);
  if (!isUtf16(bytes) && start.includes('\0')) throw failure('no_table', null);
  const names = new Set(profiles.flatMap(({ columns }) => Object.values(columns).flat()));
  return [{ ...csvRows(bytes, detectDelimiter(bytes, names), limits), isOpen: isOpen(bytes) }];
}

/** Whether a text ends without a line break. One in UTF-16 can end with a zero. */
function isOpen(bytes: Uint8Array): boolean {
  const last = bytes.at(-1) || bytes.at(-2);
  return last !== 0x0a && last !== 0x0d;
}
