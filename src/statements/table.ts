import type { ReadLimits, StatementHeader, StatementPart, StatementReader } from '../domain/statement.ts';
import { BalanceOrder, type Balances } from './balance-order.ts';
import { type Movement, readMovement } from './movement.ts';
import type { ColumnRole } from './profiles/column-roles.ts';
import type { BankProfile } from './profiles/profile.ts';
import { problemOf, problemPart, ReadFailure } from './read-failure.ts';
import { openTable } from './table-file.ts';
import { type Choice, chooseProfile, describeLayout, type TableLayout } from './table-header.ts';
import { readLine } from './table-line.ts';
import { placeOf, type TableRow, type TableRows, textAt } from './table-row.ts';

/**
 * Creates a reader of CSV and XLSX files. With several profiles it takes the only one whose header a file has; where none
 * or several fit, the file gives a problem that asks to choose.
 */
export function createTableReader(profile: BankProfile | readonly BankProfile[]): StatementReader {
  const profiles = 'id' in profile ? [profile] : profile;
  return function* readTableFile(bytes, limits) {
    try {
      yield* readChosen(openTable(bytes, profiles, limits), profiles, limits);
    } catch (error) {
      yield problemPart(problemOf(error));
    }
  };
}

/** Reads the first sheet that has the header of a profile. */
function* readChosen(
  sheets: readonly TableRows[],
  profiles: readonly BankProfile[],
  limits: ReadLimits,
): Generator<StatementPart, void, void> {
  let refusal: Choice | undefined;
  for (const rows of sheets) {
    const choice = chooseProfile(rows, profiles);
    if ('profile' in choice) {
      yield* readLayout(rows, choice.layout, limits);
      return;
    }
    refusal ??= choice;
  }
  if (refusal && 'problem' in refusal) yield problemPart(refusal.problem);
}

/** Reads the lines of a table whose columns are known. It goes through the rows twice where they have balances. */
export function* readLayout(
  rows: TableRows,
  layout: TableLayout,
  limits: ReadLimits,
): Generator<StatementPart, void, void> {
  yield { kind: 'table', table: describeLayout(layout) };
  const balances = findBalances(rows, layout);
  const account = new SameAccount(layout);
  let lines = 0;
  let problems = 0;
  let header: StatementHeader | undefined;
  for (const row of rows) {
    if (row.number <= layout.headerNumber) continue;
    try {
      checkWidth(row, rows, layout);
      const movement = readMovement(row, layout);
      if (!movement) continue;
      account.check(row, movement);
      const line = readLine(row, movement, layout);
      lines += 1;
      if (lines > limits.maxLines) throw tooMany(limits, row);
      header ??= yield* begin(account.header(balances));
      yield { kind: 'line', line };
    } catch (error) {
      // A fault of the file as a whole is thrown between the rows.
      if (!(error instanceof ReadFailure)) throw error;
      problems += 1;
      yield problemPart(error.problem);
      if (problems >= limits.maxProblems || lines > limits.maxLines) return;
    }
  }
  if (!header && problems > 0) return;
  if (!header) yield* begin(account.header(balances));
  yield { kind: 'end', end: { closing: balances.closing, isLastPage: true } };
}

function* begin(header: StatementHeader): Generator<StatementPart, StatementHeader, void> {
  yield { kind: 'begin', header };
  return header;
}

function tooMany(limits: ReadLimits, row: TableRow): ReadFailure {
  const message = `The file has more than ${limits.maxLines} lines: export shorter periods.`;
  return new ReadFailure('too-many-lines', message, placeOf(row));
}

function findBalances(rows: TableRows, layout: TableLayout): Balances {
  const order = new BalanceOrder(layout.profile.balanceOrder);
  if (layout.columns.balance === undefined || layout.profile.balanceOrder === 'none') return order.balances();
  for (const row of rows) {
    if (row.number <= layout.headerNumber) continue;
    const movement = movementOrNone(row, layout);
    if (movement) order.add(movement);
  }
  return order.balances();
}

function movementOrNone(row: TableRow, layout: TableLayout): Movement | undefined {
  try {
    return readMovement(row, layout);
  } catch (error) {
    // The reading of the lines shows the problem.
    if (error instanceof ReadFailure) return undefined;
    throw error;
  }
}

/** In a text, a shifted cell can make another number the amount. */
function checkWidth(row: TableRow, { split }: TableRows, { names }: TableLayout): void {
  if (!split || names.length === 0) return;
  const isWider = row.cells.slice(names.length).some(({ text }) => text !== '');
  const isNarrower = split === 'blanks' && row.cells.length < names.length && row.cells.length > 1;
  if (isWider || isNarrower)
    throw new ReadFailure(
      'broken-file',
      `The row has ${row.cells.length} cells, and the header ${names.length}: separate the cells by tabs, or save the file as XLSX.`,
      placeOf(row),
    );
}

/** The account of a table, which is the same in all of its rows. */
class SameAccount {
  readonly #layout: TableLayout;
  #seen: { readonly iban: string; readonly number: string; readonly currency: string } | undefined;

  constructor(layout: TableLayout) {
    this.#layout = layout;
  }

  check(row: TableRow, { currency }: Movement): void {
    const at = (role: ColumnRole) => textAt(row, this.#layout.columns[role]);
    const found = { iban: at('ownIban').replace(/\s/g, '').toUpperCase(), number: at('ownNumber'), currency };
    this.#seen ??= found;
    if (found.currency !== this.#seen.currency)
      throw new ReadFailure(
        'bad-currency',
        'The file mixes currencies: export each account alone.',
        placeOf(row),
      );
    if (found.iban !== this.#seen.iban || found.number !== this.#seen.number)
      throw new ReadFailure(
        'broken-file',
        'The file holds several accounts: export each account alone.',
        placeOf(row),
      );
  }

  header({ opening }: Balances): StatementHeader {
    const { account, currencies } = this.#layout;
    const own = this.#seen;
    return {
      kind: 'statement',
      account: {
        iban: own?.iban || account.iban,
        number: own?.number || account.number,
        currency: own?.currency ?? currencies[0] ?? null,
      },
      statementId: null,
      sequenceNumber: null,
      page: 1,
      opening,
    };
  }
}
