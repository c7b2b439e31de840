import { foldLetters } from '../domain/fold-letters.ts';
import type { LineDirection } from '../domain/statement.ts';
import {
  currencyOf,
  type NotAnAmount,
  type PrintedAmount,
  readNumber,
  readPrintedAmount,
} from './amount-text.ts';
import { dayOfSerial, readDate } from './date-text.ts';
import { foldName } from './profiles/column-name.ts';
import type { ColumnRole } from './profiles/column-roles.ts';
import { quoted, ReadFailure } from './read-failure.ts';
import type { TableLayout } from './table-header.ts';
import { EMPTY_CELL, placeOf, type TableCell, type TableRow, textAt } from './table-row.ts';

/** The movement of money in a row: what all other readings of the row build on. */
export interface Movement {
  readonly date: string;
  readonly direction: LineDirection;
  /** Above zero. */
  readonly amountMinor: number;
  readonly currency: string;
  /** Below zero when the account is overdrawn. */
  readonly balanceMinor: number | null;
}

/** The first words of rows that hold sums and balances instead of movements. */
const SUM_WORDS =
  /^(?:GENEL |ARA )?(?:TOPLAM|TOTAL|SUM|DEVIR|DEVREDEN|ACILIS|KAPANIS|BAKIYE|OPENING|CLOSING|BALANCE)/;

/**
 * Reads the movement of a row; undefined for a row without one: empty, a sum, a note, a repeated header, or an amount of
 * zero.
 * @throws ReadFailure for a row that should have one and cannot be read.
 */
export function readMovement(row: TableRow, layout: TableLayout): Movement | undefined {
  const amounts = amountCells(row, layout);
  const isEmpty = amounts.every(({ text }) => text === '');
  const date = dateAt(row, 'date', layout);
  if (date === undefined) {
    if (isEmpty || isSum(row) || isRepeatedHeader(row, layout)) return undefined;
    const text = textAt(row, layout.columns.date);
    if (text === '') throw new ReadFailure('missing-field', 'The date is missing.', placeOf(row));
    const forms = layout.profile.dates.join(', ');
    throw new ReadFailure('bad-date', `${quoted(text)} is not a date in the form ${forms}.`, placeOf(row));
  }
  if (isEmpty) {
    if (isSum(row) || SUM_WORDS.test(foldLetters(textAt(row, layout.columns.description)))) return undefined;
    if (row.cells.filter(({ text }) => text !== '').length === 1) return undefined;
    throw new ReadFailure('bad-amount', 'The amount is missing.', placeOf(row));
  }
  const signed = readSigned(row, layout);
  if (signed === undefined) return undefined;
  const balance = balanceAt(row, layout);
  const currency = currencyAt(row, layout, [signed.currency, balance?.currency ?? null]);
  const { direction, amountMinor } = signed;
  return { date, direction, amountMinor, currency, balanceMinor: balance?.signedMinor ?? null };
}

function amountCells(row: TableRow, { profile, columns }: TableLayout): readonly TableCell[] {
  const roles: readonly ColumnRole[] =
    profile.direction.kind === 'columns' ? ['debitAmount', 'creditAmount'] : ['amount'];
  return roles.map((role) => cellAt(row, columns[role]));
}

function cellAt(row: TableRow, column: number | undefined): TableCell {
  return (column === undefined ? undefined : row.cells[column]) ?? EMPTY_CELL;
}

function isSum(row: TableRow): boolean {
  const first = row.cells.find(({ text }) => text !== '');
  return first !== undefined && SUM_WORDS.test(foldLetters(first.text));
}

function isRepeatedHeader(row: TableRow, { names, columns }: TableLayout): boolean {
  return foldName(textAt(row, columns.date)) === names[columns.date ?? -1];
}

/** The day in a column; undefined for a cell that holds none. */
export function dateAt(row: TableRow, role: 'date' | 'valueDate', layout: TableLayout): string | undefined {
  const { kind, text } = cellAt(row, layout.columns[role]);
  if (kind === 'text') return readDate(text, layout.profile.dates) ?? readDate(text, ['yyyy-mm-dd']);
  return dayOfSerial(text) ?? (kind === 'number' ? readDate(text, layout.profile.dates) : undefined);
}

interface Signed {
  readonly direction: LineDirection;
  readonly amountMinor: number;
  readonly currency: string | null;
}

/** The amount with its direction; undefined for zero, which moves no money. */
function readSigned(row: TableRow, layout: TableLayout): Signed | undefined {
  const { profile } = layout;
  if (profile.direction.kind === 'columns') return readColumns(row, layout);
  const [cell = EMPTY_CELL] = amountCells(row, layout);
  const { amountMinor, sign, currency } = amountOf(cell, row, layout);
  const letter = letterAt(row, layout);
  if (amountMinor === 0) return undefined;
  const bySign: LineDirection = sign === '-' ? 'debit' : 'credit';
  const isContradiction =
    letter !== undefined && letter !== bySign && (profile.direction.kind === 'signed' || sign !== null);
  if (isContradiction)
    throw new ReadFailure(
      'bad-direction',
      'The sign of the amount and the column of the direction contradict each other: correct the profile.',
      placeOf(row),
    );
  return { direction: letter ?? bySign, amountMinor, currency };
}

function readColumns(row: TableRow, layout: TableLayout): Signed | undefined {
  const [debitCell = EMPTY_CELL, creditCell = EMPTY_CELL] = amountCells(row, layout);
  const debit = debitCell.text === '' ? undefined : amountOf(debitCell, row, layout);
  const credit = creditCell.text === '' ? undefined : amountOf(creditCell, row, layout);
  const letter = letterAt(row, layout);
  const isDebit = debit !== undefined && debit.amountMinor > 0;
  const isCredit = credit !== undefined && credit.amountMinor > 0;
  if (!isDebit && !isCredit) return undefined;
  const direction = isDebit ? 'debit' : 'credit';
  // A minus among the debits is common, a minus among the credits has two meanings.
  if ((isDebit && isCredit) || credit?.sign === '-' || (letter !== undefined && letter !== direction))
    throw new ReadFailure(
      'bad-direction',
      'The columns of debit and credit contradict each other: one of them must be empty or zero.',
      placeOf(row),
    );
  const { amountMinor, currency } = (isDebit ? debit : credit) as PrintedAmount;
  return { direction, amountMinor, currency };
}

function letterAt(row: TableRow, { profile, columns }: TableLayout): LineDirection | undefined {
  if (columns.direction === undefined) return undefined;
  const text = textAt(row, columns.direction);
  const word = foldLetters(text).trim();
  if (profile.creditWords.includes(word)) return 'credit';
  if (profile.debitWords.includes(word)) return 'debit';
  if (word === '' && profile.direction.kind !== 'letters') return undefined;
  const words = [...profile.creditWords, ...profile.debitWords].join(', ');
  throw new ReadFailure(
    'bad-direction',
    `${quoted(text)} is no direction. Known are ${words}.`,
    placeOf(row),
  );
}

function amountOf(cell: TableCell, row: TableRow, { profile }: TableLayout): PrintedAmount {
  if (cell.kind === 'date')
    throw new ReadFailure(
      'bad-amount',
      'A spreadsheet has made a date of the amount: use the file as the bank gives it.',
      placeOf(row),
    );
  const amount: PrintedAmount | NotAnAmount =
    cell.kind === 'number' ? readNumber(cell.text) : readPrintedAmount(cell.text, profile.decimal);
  if ('reason' in amount)
    throw new ReadFailure('bad-amount', `${quoted(cell.text)} ${amount.reason}.`, placeOf(row));
  return amount;
}

interface SignedBalance {
  readonly signedMinor: number;
  readonly currency: string | null;
}

function balanceAt(row: TableRow, layout: TableLayout): SignedBalance | undefined {
  const cell = cellAt(row, layout.columns.balance);
  if (cell.text === '' || layout.profile.balanceOrder === 'none') return undefined;
  const { amountMinor, sign, currency } = amountOf(cell, row, layout);
  // Zero has no sign.
  return { signedMinor: sign === '-' && amountMinor > 0 ? -amountMinor : amountMinor, currency };
}

/** The currency of a line. Whatever the file says of it must agree. */
function currencyAt(row: TableRow, layout: TableLayout, marks: readonly (string | null)[]): string {
  const text = textAt(row, layout.columns.currency);
  const named = text === '' ? null : currencyOf(text);
  if (named === undefined)
    throw new ReadFailure('bad-currency', `${quoted(text)} is no currency of ISO 4217.`, placeOf(row));
  const stated = new Set([named, ...layout.currencies, ...marks].filter((currency) => currency !== null));
  if (stated.size > 1)
    throw new ReadFailure(
      'bad-currency',
      `The file names several currencies: ${[...stated].join(', ')}. Export each account alone.`,
      placeOf(row),
    );
  const [only] = stated;
  const currency = only ?? layout.profile.defaultCurrency;
  if (currency) return currency;
  throw new ReadFailure(
    'bad-currency',
    'The file names no currency: set defaultCurrency in the profile.',
    placeOf(row),
  );
}
