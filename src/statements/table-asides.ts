import { isNumberOf } from '../kernel/account-number.ts';
import { foldLetters } from '../kernel/fold-letters.ts';
import type { StatementAccount } from '../reconciliation/domain/statement.ts';
import { provenSign, readPrintedAmount } from './amount-text.ts';
import { DATE_FORMS, readDate } from './date-text.ts';
import { amountIn, dateAt, isDatedSum } from './movement.ts';
import { namedIn } from './own-account.ts';
import { wholeName } from './profiles/column-name.ts';
import { isPendingHeading } from './profiles/status-words.ts';
import { failure, quoted, type ReadFailure } from './read-failure.ts';
import { isSum } from './sum-words.ts';
import { firstRows, keyOf, type TableLayout } from './table-header.ts';
import { placeOf, type TableCell, type TableRow, type TableRows, textsOf } from './table-row.ts';

/** What a row without a movement is. */
type Aside =
  /** A row that says nothing about other lines: a sum, the mark of a page, the account of the table once more. */
  | { readonly kind: 'known' }
  /** A row of an unknown kind: a note, or the heading of other lines. */
  | { readonly kind: 'note'; readonly key: string; readonly failure: ReadFailure }
  /** A row that begins other lines: of another account, in other columns, or not booked. */
  | { readonly kind: 'section'; readonly failure: ReadFailure };

const KNOWN: Aside = { kind: 'known' };

/**
 * Reads a row between the lines of a table, which is one statement of one account. Such a row is never skipped unread.
 */
export function readAside(row: TableRow, layout: TableLayout, account: StatementAccount): Aside {
  const texts = textsOf(row);
  const [only] = texts;
  if (only === undefined) return KNOWN;
  if (isHeader(row, layout))
    return isRepeatedHeader(row, layout) ? KNOWN : section(failure('header_between', placeOf(row)));
  if (texts.length === 1 && isPendingHeading(foldLetters(only)))
    return section(failure('pending_between', placeOf(row), quoted(only)));
  const { other, isNamed } = compareAccount(row, account);
  if (other) return section(failure('named_between', placeOf(row), other));
  const key = keyOf(row);
  if (isNamed || layout.above.includes(key) || isSum(row) || isPageMark(key) || isRuler(key)) return KNOWN;
  return { kind: 'note', key, failure: failure('text_between', placeOf(row), quoted(texts.join(' '))) };
}

/** The problem of a table whose heading says that its lines are not booked. */
export function pendingTable({ headings, headerNumber }: TableLayout): ReadFailure | undefined {
  const found = headings.find((text) => isPendingHeading(foldLetters(text)));
  if (found === undefined) return undefined;
  return failure('pending_table', `row ${headerNumber}`, quoted(found));
}

function section(found: ReadFailure): Aside {
  return { kind: 'section', failure: found };
}

/** Whether a row has names of the header in its cells. */
function isHeader(row: TableRow, { names }: TableLayout): boolean {
  const texts = keyOf(row).split('\t');
  const known = texts.filter((text) => names.includes(text)).length;
  return known >= 2 && known * 2 >= texts.length;
}

function isRepeatedHeader(row: TableRow, { names }: TableLayout): boolean {
  const width = Math.max(names.length, row.cells.length);
  return Array.from({ length: width }, (_, column) => column).every(
    (column) => wholeName(row.cells[column]?.text ?? '') === (names[column] ?? ''),
  );
}

/** Whether a row names an account, and whether that is another one than the table's. */
function compareAccount(row: TableRow, account: StatementAccount) {
  const { ibans, numbers, currencies } = namedIn([row]);
  const named = [
    ...[...ibans].filter((iban) => iban !== account.iban).map((iban) => quoted(iban)),
    ...[...numbers].filter((number) => !isSameNumber(number, account)).map((number) => quoted(number)),
    ...[...currencies].filter((currency) => currency !== account.currency),
  ];
  return {
    other: named.join(', '),
    isNamed: ibans.size + numbers.size + currencies.size > 0,
  };
}

function isSameNumber(number: string, { iban, number: own }: StatementAccount): boolean {
  const digits = number.replace(/\D/g, '');
  return (iban !== null && isNumberOf(number, iban)) || digits === own?.replace(/\D/g, '');
}

const PAGE_MARK =
  /^(?=.*(?:SAYFA|SAHIFE|PAGE|SEITE))(?:(?:SAYFA|SAHIFE|PAGE|SEITE|NO|OF|VON|TOPLAM|\d{1,4})(?: |$))+$/;

/** `Sayfa 2/3`, `Page: 2 of 3`. */
function isPageMark(key: string): boolean {
  return PAGE_MARK.test(key.replace(/[^A-Z0-9]+/g, ' ').trim());
}

/** A line of hyphens. */
function isRuler(key: string): boolean {
  return !/[\p{L}\p{N}]/u.test(key);
}

/** Whether rows of a table without a header hold what looks like lines. */
export function hasLines(rows: TableRows): boolean {
  return firstRows(rows).some(looksLikeLine);
}

/**
 * The problem of a line above the header, as where a copy of several pages begins without a header. Nobody would notice
 * that it is missing.
 */
export function lineAbove(rows: TableRows, layout: TableLayout): ReadFailure | undefined {
  for (const row of rows) {
    if (row.number >= layout.headerNumber) return undefined;
    const isLine = looksLikeLine(row) && !isLabelled(row) && !isDatedSum(row, layout);
    if (isLine || isInColumns(row, layout)) return failure('lines_above', placeOf(row));
  }
  return undefined;
}

function isInColumns(row: TableRow, layout: TableLayout): boolean {
  return dateAt(row, 'date', layout) !== undefined && amountIn(row, layout) === 'readable' && !isSum(row);
}

/** A day, an amount, and something more. */
function looksLikeLine(row: TableRow): boolean {
  const filled = row.cells.filter(({ text }) => text !== '');
  return filled.length >= 3 && filled.some(isDay) && filled.some(isAmount) && !isSum(row);
}

/**
 * Whether each day and each amount has its name before it: what a bank says about the whole table, such as its period.
 */
function isLabelled({ cells }: TableRow): boolean {
  const filled = cells.filter(({ text }) => text !== '');
  return filled.every((cell, index) => {
    const before = filled[index - 1];
    if (!isDay(cell) && !isAmount(cell)) return true;
    return before !== undefined && ((isDay(cell) && isDay(before)) || !/\d/.test(before.text));
  });
}

const isDay = ({ kind, text }: TableCell) =>
  kind === 'date' || (kind === 'text' && readDate(text, DATE_FORMS) !== undefined);
const isAmount = ({ kind, text }: TableCell) =>
  kind === 'number' ||
  (kind === 'text' && isDecimal(text.replace(DIRECTION, '')) && readDate(text, DATE_FORMS) === undefined);

/** A letter for the direction: `500,00 (A)`, `500,00 B`. */
const DIRECTION = /(?: \p{L}| ?\(\p{L}\))$/u;

function isDecimal(text: string): boolean {
  return provenSign(text) !== undefined && !('reason' in readPrintedAmount(text, 'auto'));
}
