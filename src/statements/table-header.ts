import type { StatementProblem, StatementTable } from '../domain/statement.ts';
import { type OwnAccount, readOwnAccount } from './own-account.ts';
import { currencyInName, foldName } from './profiles/column-name.ts';
import { type ColumnRole, rolesOfEveryLine } from './profiles/column-roles.ts';
import type { BankProfile } from './profiles/profile.ts';
import { quoted } from './read-failure.ts';
import { HEADER_ROWS, MAX_COLUMNS, type TableRow, type TableRows } from './table-row.ts';

export type ColumnMap = Readonly<Partial<Record<ColumnRole, number>>>;

/** How a table is to be read. */
export interface TableLayout {
  readonly profile: BankProfile;
  readonly columns: ColumnMap;
  /** The number of the row of the header; 0 without one. */
  readonly headerNumber: number;
  /** The folded names of the header, which a table can repeat on each page. */
  readonly names: readonly string[];
  /** The same as the file has them, cut to a length for people. */
  readonly titles: readonly string[];
  readonly account: OwnAccount;
  /** The currencies that the header and the rows above it name. */
  readonly currencies: readonly string[];
}

export type Choice =
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

/** Chooses the profile whose header a table has, out of some. It does not guess between several. */
export function chooseProfile(rows: TableRows, profiles: readonly BankProfile[]): Choice {
  const first = firstRows(rows);
  const fitting = profiles.flatMap((profile) => {
    const layout = findLayout(first, profile);
    return layout ? [{ profile, layout }] : [];
  });
  const [only] = fitting;
  if (only && fitting.length === 1) return only;
  if (only) {
    const titles = fitting.map(({ profile }) => profile.title).join(', ');
    return {
      problem: unknownColumns(`The columns fit several banks (${titles}): choose the profile of yours.`),
      isAmbiguous: true,
    };
  }
  const wanted = profiles.length === 1 ? `the profile ${profiles[0]?.title}` : 'any profile';
  const found = columnsFound(first);
  const cure = 'Choose the profile of the bank, or make one with the names of these columns.';
  return {
    problem: unknownColumns(
      found === ''
        ? `The first ${HEADER_ROWS} rows hold no names of columns: export the statement with its header.`
        : `The columns do not fit ${wanted}. Found: ${found}. ${cure}`,
    ),
    isAmbiguous: false,
  };
}

function unknownColumns(message: string): StatementProblem {
  return { code: 'unknown-columns', place: null, message };
}

const MAX_TITLE = 80;

/** Says how a table is read: its columns with their roles. */
export function describeLayout({ profile, columns, headerNumber, titles }: TableLayout): StatementTable {
  const roleOf = new Map(Object.entries(columns).map(([role, column]) => [column, role]));
  const width = Math.max(titles.length, ...[...roleOf.keys()].map((column) => column + 1));
  return {
    profileId: profile.id,
    headerRow: headerNumber,
    columns: Array.from({ length: width }, (_, column) => ({
      ...{ name: titles[column] ?? '', role: roleOf.get(column) ?? null },
    })),
  };
}

const MAX_LISTED = 20;

/** The names of the first row that looks like a header: several texts, none with a digit. */
function columnsFound(rows: readonly TableRow[]): string {
  for (const { cells } of rows) {
    const texts = cells.map(({ text }) => text).filter((text) => text !== '');
    if (texts.length >= 3 && texts.every((text) => !/\d/.test(text)))
      return texts.slice(0, MAX_LISTED).map(quoted).join(', ');
  }
  return '';
}

function findLayout(rows: readonly TableRow[], profile: BankProfile): TableLayout | undefined {
  for (const [index, row] of rows.entries()) {
    const columns = mapColumns(row, profile);
    if (columns) return layoutOf(rows.slice(0, index), row, { profile, columns });
  }
  return undefined;
}

function layoutOf(
  above: readonly TableRow[],
  header: TableRow,
  { profile, columns }: Pick<TableLayout, 'profile' | 'columns'>,
): TableLayout {
  const account = readOwnAccount(above);
  const amounts = [columns.amount, columns.debitAmount, columns.creditAmount];
  const named = amounts
    .map((column) => currencyInName((column === undefined ? undefined : header.cells[column]?.text) ?? ''))
    .concat(account.currency ?? undefined);
  return {
    profile,
    columns,
    headerNumber: header.number,
    names: header.cells.map(({ text }) => foldName(text)),
    titles: header.cells.slice(0, MAX_COLUMNS).map(({ text }) => text.slice(0, MAX_TITLE)),
    account,
    currencies: named.filter((currency) => currency !== undefined),
  };
}

/** The columns of a header; undefined for a row that is none of this profile. Earlier names of a role go first. */
function mapColumns(row: TableRow, profile: BankProfile): ColumnMap | undefined {
  const names = row.cells
    .slice(0, MAX_COLUMNS)
    .map(({ kind, text }) => (kind === 'text' ? foldName(text) : ''));
  const columns: Partial<Record<ColumnRole, number>> = {};
  for (const role of Object.keys(profile.columns) as ColumnRole[]) {
    const name = profile.columns[role]?.find((folded) => names.includes(folded));
    if (name === undefined) continue;
    const column = names.indexOf(name);
    // With two columns of one name, nobody knows which is meant.
    if (role !== 'other' && names.indexOf(name, column + 1) !== -1) return undefined;
    columns[role] = column;
  }
  const needed = [...rolesOfEveryLine(profile), ...profile.required];
  return needed.every((role) => columns[role] !== undefined) ? columns : undefined;
}
