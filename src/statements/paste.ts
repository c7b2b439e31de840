import type { ReadLimits, StatementPart } from '../reconciliation/domain/statement.ts';
import { csvRows } from './csv-rows.ts';
import { inferLayout } from './paste-columns.ts';
import type { BankProfile } from './profiles/profile.ts';
import { failure, problemOf, problemPart, ReadFailure } from './read-failure.ts';
import type { ReaderTerms } from './reader-terms.ts';
import { readLayout } from './table.ts';
import { chooseProfile } from './table-header.ts';
import { type TableRow, type TableRows, textCell } from './table-row.ts';

const MAX_CHARACTERS = 1024 * 1024;
const MANY_BLANKS = /[\s\u00a0]{2,}/;

/**
 * Reads lines that were copied from a page of a bank or from a spreadsheet: cells between tabs, semicolons or several
 * blanks. A header line is found by its names. Without one, the columns are inferred from the form of their cells, but
 * only if that is unambiguous.
 */
export function* readPasted(
  text: string,
  { profiles, generic, currency }: ReaderTerms,
  limits: ReadLimits,
): Generator<StatementPart, void, void> {
  const profile = profiles.length === 1 ? profiles[0] : undefined;
  try {
    if (text.length > MAX_CHARACTERS) throw failure('text_too_long', null, MAX_CHARACTERS);
    if (text.trim() === '') throw failure('text_empty', null);
    const rows = rowsOf(text, limits);
    const named = (found: BankProfile) => (currency ? { ...found, defaultCurrency: currency } : found);
    const headed = withHeader(rows, profile ? [[profile]] : [profiles, [generic]], named);
    if (headed && 'problem' in headed) throw new ReadFailure(headed.problem);
    if (headed) yield* readLayout(rows, headed.layout, limits);
    else {
      const inferred = inferLayout(rows, { profile, generic, currency });
      yield* readLayout(inferred.rows, inferred.layout, limits);
    }
  } catch (error) {
    yield problemPart(problemOf(error));
  }
}

/** The layout by a header line; undefined without one. The profile of any bank fits most headers, so it comes last. */
function withHeader(
  rows: TableRows,
  groups: readonly (readonly BankProfile[])[],
  named: (profile: BankProfile) => BankProfile,
) {
  for (const group of groups) {
    const choice = chooseProfile(rows, group.map(named));
    if ('layout' in choice || choice.isAmbiguous) return choice;
  }
  return undefined;
}

/** Splits a line that was copied from a page into cells, at runs of blanks. */
export function blanksRecord(line: string): string[] {
  return line.trim().split(MANY_BLANKS);
}

function rowsOf(text: string, limits: ReadLimits): TableRows {
  const bytes = Buffer.from(text.replace(/^\ufeff/, ''));
  if (text.includes('\t')) return csvRows(bytes, '\t', limits);
  if (text.includes(';')) return csvRows(bytes, ';', limits);
  const rows: TableRow[] = text.split(/\r\n|\n|\r/).map((line, index) => ({
    number: index + 1,
    cells: line.trim() === '' ? [] : blanksRecord(line).map(textCell),
  }));
  return { split: 'blanks', [Symbol.iterator]: () => rows[Symbol.iterator]() };
}
