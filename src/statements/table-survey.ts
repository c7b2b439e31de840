import { signedMinor } from '../reconciliation/domain/balance-chain.ts';
import type { StatementAccount } from '../reconciliation/domain/statement.ts';
import { provenSign } from './amount-text.ts';
import { type BalanceOrder, type BookedRow, orderByBalances } from './balance-order.ts';
import { DayOrder } from './day-order.ts';
import { amountIn, dateAt, type Movement, missingDate, readMovement } from './movement.ts';
import { failure, ReadFailure } from './read-failure.ts';
import { TableAccount } from './table-account.ts';
import { readAside } from './table-asides.ts';
import type { TableLayout } from './table-header.ts';
import { placeOf, type TableRow, type TableRows } from './table-row.ts';
import { AMOUNT_ROLES, RowWidths } from './table-widths.ts';
import { UnreadColumns } from './unread-columns.ts';

/** The result of a first pass over a whole table: what the reading of each line has to know about the others. */
interface Survey {
  /** The layout, with the decimal sign that the amounts prove. */
  readonly layout: TableLayout;
  readonly account: StatementAccount;
  readonly order: BalanceOrder;
  /**
   * The movement of a row.
   * @throws ReadFailure for a row that cannot be read, or that is between lines but is not a line.
   */
  read(row: TableRow): Movement | undefined;
}

/** The most different notes that are kept. A statement never has more. */
const MAX_NOTES = 500;

/** Surveys the rows below the header. */
export function surveyTable(rows: TableRows, layout: TableLayout): Survey {
  const first = readRows(rows, layout);
  const { decimal } = layout.profile;
  const [proven, other] = [...first.signs];
  if (decimal !== 'auto' || !first.isFailing || !proven || other) return first;
  return readRows(rows, { ...layout, profile: { ...layout.profile, decimal: proven } });
}

interface Finding extends Survey {
  readonly signs: ReadonlySet<'comma' | 'point'>;
  /** Whether a row cannot be read. */
  readonly isFailing: boolean;
}

function readRows(rows: TableRows, layout: TableLayout): Finding {
  const signs = new Set<'comma' | 'point'>();
  const seen = new SeenRows(rows, layout);
  let isFailing = false;
  for (const row of rows) {
    if (row.number <= layout.headerNumber) continue;
    seen.widths.take(row);
    if (layout.profile.decimal === 'auto') addSigns(signs, row, layout);
    try {
      seen.add(row, readMovement(row, layout));
    } catch (error) {
      if (!(error instanceof ReadFailure)) throw error;
      // The reading of the lines shows the problem.
      isFailing = true;
    }
  }
  seen.days.check();
  return {
    layout,
    signs,
    isFailing,
    account: seen.account.named,
    order: seen.order(),
    read: (row) => seen.read(row),
  };
}

function addSigns(signs: Set<'comma' | 'point'>, row: TableRow, { columns }: TableLayout): void {
  for (const role of AMOUNT_ROLES) {
    const cell = row.cells[columns[role] ?? -1];
    const sign = cell?.kind === 'text' ? provenSign(cell.text) : undefined;
    if (sign) signs.add(sign);
  }
}

class SeenRows {
  readonly account: TableAccount;
  readonly days: DayOrder;
  readonly widths: RowWidths;
  readonly #unread: UnreadColumns;
  readonly #layout: TableLayout;
  readonly #booked: BookedRow[] = [];
  readonly #notes = new Map<string, number>();
  /** Whether an amount has a plus, so that one without a sign can be a debit. */
  #hasPlus = false;
  #lastLine = 0;

  constructor(rows: TableRows, layout: TableLayout) {
    this.#layout = layout;
    this.account = new TableAccount(layout);
    this.#unread = new UnreadColumns(layout);
    this.days = new DayOrder(layout);
    this.widths = new RowWidths(rows, layout);
  }

  add(row: TableRow, movement: Movement | 'aside' | undefined): void {
    if (movement === 'aside') {
      const aside = readAside(row, this.#layout, this.account.named);
      if (aside.kind !== 'note') return;
      const count = this.#notes.get(aside.key) ?? 0;
      if (count > 0 || this.#notes.size < MAX_NOTES) this.#notes.set(aside.key, count + 1);
    } else if (movement) {
      this.account.take(row, movement);
      this.#unread.take(row);
      this.days.take(row);
      this.widths.takeLine(row);
      this.#lastLine = row.number;
      this.#hasPlus ||= movement.sign === '+';
      if (movement.status === 'booked' && this.#layout.columns.balance !== undefined)
        this.#booked.push(bookedRow(row, movement));
    }
  }

  order(): BalanceOrder {
    const { balanceOrder } = this.#layout.profile;
    return orderByBalances(balanceOrder === 'none' ? [] : this.#booked, balanceOrder);
  }

  read(row: TableRow): Movement | undefined {
    const isDated = dateAt(row, 'date', this.#layout) !== undefined;
    if (isDated) this.widths.checkLine(row);
    const movement = readMovement(row, this.#layout);
    if (movement !== 'aside') {
      if (!movement) return undefined;
      if (this.#hasPlus && movement.sign === null) throw failure('unclear_sign', placeOf(row));
      this.account.check(row, movement);
      this.#unread.check(row, movement);
      return movement;
    }
    const aside = readAside(row, this.#layout, this.account.named);
    if (aside.kind === 'known') return undefined;
    if (aside.kind === 'note') this.widths.checkNote(row);
    const amount = amountIn(row, this.#layout);
    const isBetween = row.number < this.#lastLine;
    if (amount === 'readable' || (amount === 'unreadable' && (aside.kind === 'note' || !isBetween)))
      throw missingDate(row, this.#layout);
    // A row that is repeated on every page belongs to none of the lines.
    const isOfPage = aside.kind === 'note' && (this.#notes.get(aside.key) ?? 0) > 1;
    if (isBetween && !isOfPage) throw aside.failure;
    return undefined;
  }
}

function bookedRow(row: TableRow, movement: Movement): BookedRow {
  const { date, balanceMinor } = movement;
  return { row: row.number, date, signedMinor: signedMinor(movement), balanceMinor };
}
