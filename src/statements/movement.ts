import { foldLetters } from '../kernel/fold-letters.ts';
import { signedMinor } from '../reconciliation/domain/balance-chain.ts';
import type { LineDirection, StatementLine } from '../reconciliation/domain/statement.ts';
import {
  currencyOf,
  type NotAnAmount,
  type PrintedAmount,
  readNumber,
  readPrintedAmount,
} from './amount-text.ts';
import { dayOfSerial, readDate } from './date-text.ts';
import type { ColumnRole } from './profiles/column-roles.ts';
import { failure, quoted, type ReadFailure } from './read-failure.ts';
import { isBalanceText, isSum, isSumText } from './sum-words.ts';
import type { TableLayout } from './table-header.ts';
import { EMPTY_CELL, placeOf, type TableCell, type TableRow, textAt, textsOf } from './table-row.ts';

/** The movement of money in a row, on which all other readings of the row are based. */
export interface Movement {
  readonly date: string;
  readonly direction: LineDirection;
  /** Above zero. */
  readonly amountMinor: number;
  readonly currency: string;
  /** Below zero when the account is overdrawn. */
  readonly balanceMinor: number | null;
  readonly status: StatementLine['status'];
  /** The sign that shows its direction: see Signed. */
  readonly sign: Signed['sign'];
}

/**
 * Reads the movement of a row; undefined for a dated row without one: a balance of its day, a day alone, or an amount of
 * zero; `aside` for a row without a date, which is no line.
 * @throws ReadFailure for a row that should have one and cannot be read.
 */
export function readMovement(row: TableRow, layout: TableLayout): Movement | 'aside' | undefined {
  const date = dateAt(row, 'date', layout);
  if (date === undefined) return 'aside';
  if (amountIn(row, layout) === 'none') {
    if (isDatedSum(row, layout) || textsOf(row).length === 1) return undefined;
    throw failure('no_amount', placeOf(row));
  }
  const signed = readSigned(row, layout);
  if (signed === undefined) return undefined;
  const balance = balanceAt(row, layout);
  const { direction, amountMinor, sign } = signed;
  checkSum(row, layout, { movedMinor: signedMinor(signed), balance });
  const currency = currencyAt(row, layout, [signed.currency, balance?.currency ?? null]);
  const status = statusAt(row, layout);
  return { date, direction, amountMinor, currency, balanceMinor: balance?.signedMinor ?? null, status, sign };
}

/** Why a row with an amount has no date. */
export function missingDate(row: TableRow, layout: TableLayout): ReadFailure {
  const text = textAt(row, layout.columns.date);
  if (text === '') return failure('no_date', placeOf(row));
  const forms = layout.profile.dates.join(', ');
  return failure('bad_date', placeOf(row), quoted(text), forms);
}

/** Whether a row has an amount where lines have theirs, or another text. */
export function amountIn(row: TableRow, layout: TableLayout): 'none' | 'readable' | 'unreadable' {
  const filled = amountCells(row, layout).filter(({ text }) => text !== '');
  if (filled.length === 0) return 'none';
  return filled.some((cell) => !('reason' in parseAmount(cell, layout))) ? 'readable' : 'unreadable';
}

/** Whether a row without an amount where lines have theirs is a sum or a balance: its description can say so. */
export function isDatedSum(row: TableRow, layout: TableLayout): boolean {
  if (amountIn(row, layout) !== 'none') return false;
  return isSum(row) || isSumText(textAt(row, layout.columns.description));
}

/**
 * Looks for a balance in the place of an amount. Payers write such words too, and an account can be swept to zero
 * before their payment. So the whole text must consist of these words, and the row must have no other balance.
 * @throws ReadFailure for such a row, which is no line.
 */
function checkSum(
  row: TableRow,
  { columns }: TableLayout,
  { movedMinor, balance }: { readonly movedMinor: number; readonly balance: SignedBalance | undefined },
): void {
  const text = textAt(row, columns.description);
  const isSame = balance === undefined || balance.signedMinor === movedMinor;
  if (isSame && isBalanceText(text, { hasBalance: balance !== undefined }))
    throw failure('sum_as_line', placeOf(row), quoted(text));
}

function amountCells(row: TableRow, { profile, columns }: TableLayout): readonly TableCell[] {
  const roles: readonly ColumnRole[] =
    profile.direction.kind === 'columns' ? ['debitAmount', 'creditAmount'] : ['amount'];
  return roles.map((role) => cellAt(row, columns[role]));
}

function cellAt(row: TableRow, column: number | undefined): TableCell {
  return (column === undefined ? undefined : row.cells[column]) ?? EMPTY_CELL;
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
  /** Null for an amount without a sign, undefined where a column says the direction. */
  readonly sign: PrintedAmount['sign'] | undefined;
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
  if (isContradiction) throw failure('sign_contradicts', placeOf(row));
  return {
    direction: letter ?? bySign,
    amountMinor,
    currency,
    sign: letter === undefined ? sign : undefined,
  };
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
    throw failure('columns_contradict', placeOf(row));
  const { amountMinor, currency } = (isDebit ? debit : credit) as PrintedAmount;
  return { direction, amountMinor, currency, sign: undefined };
}

function letterAt(row: TableRow, { profile, columns }: TableLayout): LineDirection | undefined {
  if (columns.direction === undefined) return undefined;
  const text = textAt(row, columns.direction);
  const word = foldLetters(text).trim();
  if (profile.creditWords.includes(word)) return 'credit';
  if (profile.debitWords.includes(word)) return 'debit';
  if (word === '' && profile.direction.kind !== 'letters') return undefined;
  const words = [...profile.creditWords, ...profile.debitWords].join(', ');
  throw failure('unknown_direction', placeOf(row), quoted(text), words);
}

function amountOf(cell: TableCell, row: TableRow, layout: TableLayout): PrintedAmount {
  if (cell.kind === 'date') throw failure('amount_is_date', placeOf(row));
  const amount = parseAmount(cell, layout);
  if ('reason' in amount) throw failure(amount.reason, placeOf(row), quoted(cell.text));
  return amount;
}

function parseAmount({ kind, text }: TableCell, { profile }: TableLayout): PrintedAmount | NotAnAmount {
  return kind === 'number' ? readNumber(text) : readPrintedAmount(text, profile.decimal);
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

/** The currency of a line. Whatever the file says about it must agree. */
function currencyAt(row: TableRow, layout: TableLayout, marks: readonly (string | null)[]): string {
  const text = textAt(row, layout.columns.currency);
  const named = text === '' ? null : currencyOf(text);
  if (named === undefined) throw failure('unknown_currency', placeOf(row), quoted(text));
  const stated = new Set([named, ...layout.currencies, ...marks].filter((currency) => currency !== null));
  if (stated.size > 1) throw failure('several_currencies', placeOf(row), [...stated].join(', '));
  const [only] = stated;
  const currency = only ?? layout.profile.defaultCurrency;
  if (currency) return currency;
  throw failure('no_currency', placeOf(row));
}

/** Whether a line is booked. A word that is not known could mean anything, and pending money must never settle. */
function statusAt(row: TableRow, { profile, columns }: TableLayout): StatementLine['status'] {
  const text = textAt(row, columns.status);
  const word = foldLetters(text).replace(/\s+/g, ' ').trim();
  if (profile.pendingWords.includes(word)) return 'pending';
  if (word === '' || profile.bookedWords.includes(word)) return 'booked';
  throw failure('unclear_status', placeOf(row), quoted(text));
}
