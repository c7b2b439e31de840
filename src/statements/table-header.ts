import { fileProblem } from '../reconciliation/domain/file-problems.ts';
import type { StatementProblem } from '../reconciliation/domain/statement.ts';
import { ACCOUNT_NAMES, type OwnAccount, readOwnAccount } from './own-account.ts';
import { currencyInName, foldName, wholeName } from './profiles/column-name.ts';
import { type ColumnRole, rolesOfEveryLine } from './profiles/column-roles.ts';
import type { BankProfile } from './profiles/profile.ts';
import { STATUS_COLUMNS } from './profiles/status-words.ts';
import { quoted } from './read-failure.ts';
import {
  HEADER_ROWS,
  MAX_COLUMNS,
  type TableCell,
  type TableRow,
  type TableRows,
  textsOf,
} from './table-row.ts';

export type ColumnMap = Readonly<Partial<Record<ColumnRole, number>>>;

/** How a table is to be read. */
export interface TableLayout {
  readonly profile: BankProfile;
  readonly columns: ColumnMap;
  /** The columns of the text, in the order in which they are joined. */
  readonly textColumns: readonly number[];
  /** The number of the row of the header; 0 without one. */
  readonly headerNumber: number;
  /** The names of the header in capitals, with their currencies. A table can repeat them on each page. */
  readonly names: readonly string[];
  /** The names as the file has them, cut to a length for people. */
  readonly titles: readonly string[];
  /** The rows above the header, which a table can repeat on each page as well, by `keyOf`. */
  readonly above: readonly string[];
  /** The title of the sheet, and the last row above the header: what can be a heading of the table. */
  readonly headings: readonly string[];
  readonly account: OwnAccount;
  /** The currencies that the header and the rows above it name. */
  readonly currencies: readonly string[];
}

type Choice =
  | { readonly profile: BankProfile; readonly layout: TableLayout }
  | { readonly problem: StatementProblem; readonly isAmbiguous: boolean };

/** The rows in which a header is looked for. */
export function firstRows(rows: TableRows): readonly TableRow[] {
  const first: TableRow[] = [];
  for (const row of rows) {
    if (row.cells.length > 0) first.push(row);
    if (first.length >= HEADER_ROWS) break;
  }
  return first;
}

/** Chooses the profile whose header a table has. It does not guess between several. */
export function chooseProfile(rows: TableRows, profiles: readonly BankProfile[]): Choice {
  const first = firstRows(rows);
  const fitting = profiles.flatMap((profile) => {
    const layout = findLayout(rows, first, profile);
    return layout ? [{ profile, layout }] : [];
  });
  const [only] = fitting;
  if (only && fitting.length === 1) return only;
  if (only) {
    const titles = fitting.map(({ profile }) => profile.title).join(', ');
    return {
      problem: fileProblem('several_banks', null, titles),
      isAmbiguous: true,
    };
  }
  return { problem: noneFits(columnsFound(first), profiles), isAmbiguous: false };
}

function noneFits(found: string, profiles: readonly BankProfile[]): StatementProblem {
  if (found === '') return fileProblem('no_header', null, HEADER_ROWS);
  const [only, ...others] = profiles;
  return only && others.length === 0
    ? fileProblem('other_columns', null, only.title, found)
    : fileProblem('no_bank', null, found);
}

const MAX_TITLE = 80;

const MAX_LISTED = 20;
/** A name of a column begins with a letter, and can have a number: `VWZ14`, `Variable symbol 1`. */
const LIKE_A_NAME = /^\p{L}\D*\d{0,2}\D*$/u;

/** Whether cells look like the names of columns: several texts, each like a name. */
export function looksLikeHeader(cells: readonly TableCell[]): boolean {
  const filled = cells.filter(({ text }) => text !== '');
  return filled.length >= 3 && filled.every(({ kind, text }) => kind === 'text' && LIKE_A_NAME.test(text));
}

/** The names of the first row that looks like a header. */
function columnsFound(rows: readonly TableRow[]): string {
  const header = rows.find(({ cells }) => looksLikeHeader(cells));
  return header ? textsOf(header).slice(0, MAX_LISTED).map(quoted).join(', ') : '';
}

function findLayout(
  rows: TableRows,
  first: readonly TableRow[],
  profile: BankProfile,
): TableLayout | undefined {
  for (const [index, row] of first.entries()) {
    const columns = mapColumns(row, profile);
    if (columns) return layoutOf(first.slice(0, index), row, { profile, columns, title: rows.title });
  }
  return undefined;
}

interface FoundColumns extends Pick<TableLayout, 'profile' | 'columns'> {
  readonly title: string | undefined;
}

function layoutOf(
  above: readonly TableRow[],
  header: TableRow,
  { profile, columns, title }: FoundColumns,
): TableLayout {
  const account = readOwnAccount(above);
  const amounts = [columns.amount, columns.debitAmount, columns.creditAmount];
  const named = amounts
    .map((column) => currencyInName((column === undefined ? undefined : header.cells[column]?.text) ?? ''))
    .concat(account.currency ?? undefined);
  const last = above.findLast((row) => textsOf(row).length > 0);
  const headings = [title ?? '', ...(last && textsOf(last).length === 1 ? textsOf(last) : [])];
  return {
    profile,
    columns,
    textColumns: textColumnsOf(namesOf(header), profile),
    headerNumber: header.number,
    names: header.cells.map(({ text }) => wholeName(text)),
    titles: header.cells.slice(0, MAX_COLUMNS).map(({ text }) => text.slice(0, MAX_TITLE)),
    above: above.map(keyOf),
    headings,
    account,
    currencies: named.filter((currency) => currency !== undefined),
  };
}

/**
 * The columns of a header; undefined for a row that is not a header of this profile. Of the names of a role, the
 * earlier ones take precedence.
 */
function mapColumns(row: TableRow, profile: BankProfile): ColumnMap | undefined {
  const names = namesOf(row);
  const columns: Partial<Record<ColumnRole, number>> = {};
  for (const role of Object.keys(profile.columns) as ColumnRole[]) {
    const name = profile.columns[role]?.find((folded) => names.includes(folded));
    if (name === undefined || role === 'description') continue;
    const column = names.indexOf(name);
    // With two columns of the same name, it is unknown which one is meant.
    if (role !== 'other' && names.indexOf(name, column + 1) !== -1) return undefined;
    columns[role] = column;
  }
  const [text] = textColumnsOf(names, profile);
  if (text !== undefined) columns.description = text;
  addByName(columns, names, profile);
  const needed = [...rolesOfEveryLine(profile), ...profile.required];
  return needed.every((role) => columns[role] !== undefined) ? columns : undefined;
}

/** Roles whose columns are known by their names alone, where the profile gives these no role. */
const BY_NAME = [
  ['status', STATUS_COLUMNS],
  ['ownNumber', ACCOUNT_NAMES],
] as const;

function addByName(
  columns: Partial<Record<ColumnRole, number>>,
  found: readonly string[],
  profile: BankProfile,
): void {
  const taken = new Set([...Object.values(columns), ...textColumnsOf(found, profile)]);
  const named = new Set(Object.values(profile.columns).flat());
  for (const [role, names] of BY_NAME) {
    const column = found.findIndex((name) => names.includes(name) && !named.has(name));
    if (column !== -1 && !taken.has(column)) columns[role] ??= column;
  }
}

/** All columns of the text, with or without a number after their name, in the order of the names in the profile. */
function textColumnsOf(found: readonly string[], { columns }: BankProfile): readonly number[] {
  const { description = [], ...others } = columns;
  const taken = new Set(Object.values(others).flat());
  const ordered = description.flatMap((name) =>
    found.flatMap((text, column) => (isNumbered(text, name) && !taken.has(text) ? [column] : [])),
  );
  return [...new Set(ordered)];
}

function isNumbered(text: string, name: string): boolean {
  return text.startsWith(name) && /^ ?\d{0,2}$/.test(text.slice(name.length));
}

function namesOf(row: TableRow): readonly string[] {
  return row.cells.slice(0, MAX_COLUMNS).map(({ kind, text }) => (kind === 'text' ? foldName(text) : ''));
}

const MAX_KEY = 300;

/** A row as rows are compared: its texts in capitals. */
export function keyOf(row: TableRow): string {
  return textsOf(row).map(wholeName).join('\t').slice(0, MAX_KEY);
}
