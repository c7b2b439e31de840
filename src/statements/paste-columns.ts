import { foldLetters } from '../kernel/fold-letters.ts';
import { type PrintedAmount, readPrintedAmount } from './amount-text.ts';
import { DATE_FORMS, type DateForm, readDate } from './date-text.ts';
import type { BankProfile } from './profiles/profile.ts';
import { failure } from './read-failure.ts';
import type { ColumnMap, TableLayout } from './table-header.ts';
import { placeOf, type TableRow, type TableRows, textAt } from './table-row.ts';

/** The facts about a pasted text, in addition to its cells. */
export interface PasteFacts {
  readonly profile: BankProfile | undefined;
  /** The generic profile, for a text without a profile of a bank. */
  readonly generic: BankProfile;
  readonly currency: string | undefined;
}

const WITH_DECIMALS = /[.,]\d{2}(?!\d)/;
const TIME = /^\d{1,2}:\d{2}(?::\d{2})?$/;

/** Infers the columns of rows without a header from the form of their cells. All texts together are the description. */
export function inferLayout(
  rows: TableRows,
  { profile, generic, currency }: PasteFacts,
): { readonly rows: TableRows; readonly layout: TableLayout } {
  const base = profile ?? generic;
  const filled = [...rows].filter(({ cells }) => cells.some(({ text }) => text !== ''));
  const width = Math.max(...filled.map(({ cells }) => cells.length));
  if (rows.split === 'blanks') {
    const other = filled.find(({ cells }) => cells.length !== width);
    if (other) throw failure('uneven_rows', placeOf(other));
  }
  const table = new PastedTable(filled, { width, profile: base, isOfBank: base.id !== generic.id });
  const date = table.dateColumn();
  const { amount, balance } = table.amountColumns();
  const direction = table.directionColumn(amount);
  const used = new Set([date.column, amount, balance, direction]);
  const texts = table.textColumns(used);
  const columns: ColumnMap = {
    date: date.column,
    amount,
    ...(balance !== undefined && { balance }),
    ...(direction !== undefined && { direction }),
    // With several texts, it is unknown which one the bank wrote.
    ...(texts.length === 1 && { description: texts[0] }),
  };
  const inferred: BankProfile = {
    ...base,
    dates: [date.form],
    direction: { kind: direction === undefined ? 'signed' : 'letters' },
    defaultCurrency: currency ?? base.defaultCurrency,
  };
  const account = { iban: null, number: null, currency: null };
  return {
    rows: filled,
    layout: {
      profile: inferred,
      columns,
      textColumns: texts,
      headerNumber: 0,
      account,
      names: [],
      titles: [],
      above: [],
      headings: [],
      currencies: [],
    },
  };
}

interface PastedTableTerms {
  readonly width: number;
  readonly profile: BankProfile;
  /** A known bank prints its own forms of dates. Without one, all forms with one meaning are tried. */
  readonly isOfBank: boolean;
}

class PastedTable {
  readonly #rows: readonly TableRow[];
  readonly #columns: readonly number[];
  readonly #profile: BankProfile;
  readonly #dateForms: readonly DateForm[];

  constructor(rows: readonly TableRow[], { width, profile, isOfBank }: PastedTableTerms) {
    this.#rows = rows;
    this.#columns = Array.from({ length: width }, (_, column) => column);
    this.#profile = profile;
    this.#dateForms = isOfBank ? profile.dates : DATE_FORMS.filter((form) => !form.endsWith('/yy'));
  }

  /** Returns the only column of dates, and their only form. */
  dateColumn(): { readonly column: number; readonly form: DateForm } {
    const found = this.#columns.flatMap((column) => {
      const fitting = this.#dateForms.filter((form) =>
        this.#every(column, (text) => readDate(text, [form]) !== undefined),
      );
      return fitting.length > 0 ? [{ column, fitting }] : [];
    });
    const [only, second] = found;
    const [form, other] = only?.fitting ?? [];
    if (!only || !form) throw failure('no_dates', null);
    if (second) throw failure('several_dates', null);
    if (other) throw failure('several_meanings', null, form, other);
    return { column: only.column, form };
  }

  /** The column of the amounts, and that of the balances if there are two of such numbers. */
  amountColumns(): { readonly amount: number; readonly balance: number | undefined } {
    const found = this.#columns.filter((column) =>
      this.#every(column, (text) => WITH_DECIMALS.test(text) && this.#amount(text) !== undefined),
    );
    const [first, second] = found;
    if (first === undefined) throw failure('no_amounts', null);
    if (second === undefined) return { amount: first, balance: undefined };
    if (found.length > 2) throw failure('several_amounts', null);
    const orders = [
      { amount: first, balance: second },
      { amount: second, balance: first },
    ].filter((order) => this.#addsUp(order));
    const [only] = orders;
    if (!only || orders.length > 1) throw failure('unclear_balance', null);
    return only;
  }

  /** A column of words for the direction; undefined where the amounts have signs. */
  directionColumn(amount: number): number | undefined {
    const { creditWords, debitWords } = this.#profile;
    const words = new Set([...creditWords, ...debitWords]);
    const found = this.#columns.filter((column) =>
      this.#every(column, (text) => words.has(foldLetters(text))),
    );
    if (found.length > 1) throw failure('several_directions', null);
    const [only] = found;
    if (only !== undefined) return only;
    if (this.#rows.some((row) => this.#amount(textAt(row, amount))?.sign)) return undefined;
    throw failure('no_direction', null);
  }

  /** The other columns, except those of times. */
  textColumns(used: ReadonlySet<number | undefined>): readonly number[] {
    return this.#columns.filter(
      (column) => !used.has(column) && !this.#every(column, (text) => TIME.test(text)),
    );
  }

  #every(column: number, test: (text: string) => boolean): boolean {
    return this.#rows.every((row) => test(textAt(row, column)));
  }

  #amount(text: string): PrintedAmount | undefined {
    const amount = readPrintedAmount(text, this.#profile.decimal);
    return 'reason' in amount ? undefined : amount;
  }

  #signed(row: TableRow, column: number): number {
    const { amountMinor = 0, sign } = this.#amount(textAt(row, column)) ?? {};
    return sign === '-' ? -amountMinor : amountMinor;
  }

  /** Whether each balance follows from the one before it, in either order of time. */
  #addsUp({ amount, balance }: { readonly amount: number; readonly balance: number }): boolean {
    const pairs = this.#rows.slice(1).map((row, index) => [this.#rows[index] ?? row, row] as const);
    const follows = (from: TableRow, to: TableRow) =>
      this.#signed(from, balance) + this.#signed(to, amount) === this.#signed(to, balance);
    if (pairs.length === 0) return false;
    return (
      pairs.every(([above, below]) => follows(above, below)) ||
      pairs.every(([above, below]) => follows(below, above))
    );
  }
}
