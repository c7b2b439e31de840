import { normalizeIban } from '../../kernel/iban.ts';
import type { Balance, StatementAccount } from '../../reconciliation/domain/statement.ts';
import { bankDay } from '../bank-day.ts';

/** Digits, or groups of three with blanks between them, and a comma with decimals. Blanks also pad the whole. */
const AMOUNT = /^ *(\d{1,40}|\d{1,3}(?: \d{3}){1,6})(?: ?, ?(\d{0,20}))? *$/;
const MAX_AMOUNT_CHARACTERS = 80;
const BALANCE = /^([CD])(\d{6})([A-Z]{3})?([^A-Za-z]+)$/;
const UNKNOWN_DAY = '000000';
/** Years from 80 on belong to the last century, as SWIFT defines. */
const FIRST_YEAR = 1980;

/**
 * Reads an amount of MT940: `1234,5`, `0012,`, `1 234,50`. A point is refused, as it would have two meanings.
 * @returns hundredths, by integers only; undefined for any other text and beyond what an integer can hold exactly.
 */
export function readAmount(text: string): number | undefined {
  if (text.length > MAX_AMOUNT_CHARACTERS) return undefined;
  const [, units, fraction = ''] = AMOUNT.exec(text) ?? [];
  if (units === undefined || /[1-9]/.test(fraction.slice(2))) return undefined;
  const minor = Number(BigInt(units.replaceAll(' ', '') + fraction.slice(0, 2).padEnd(2, '0')));
  return Number.isSafeInteger(minor) ? minor : undefined;
}

/** Reads `YYMMDD`. @returns `2026-11-22`; undefined for a day that the calendar does not have. */
export function readDay(text: string): string | undefined {
  const short = Number(text.slice(0, 2));
  return calendarDay(short + (short + 1900 < FIRST_YEAR ? 2000 : 1900), text.slice(2));
}

/** Reads `MMDD` in the year that brings it nearest to another day: around New Year these differ. */
export function readNearestDay(text: string, near: string): string | undefined {
  // Most lines are booked on their value date.
  if (near.endsWith(`-${text.slice(0, 2)}-${text.slice(2)}`)) return near;
  const year = Number(near.slice(0, 4));
  const distance = (day: string) => Math.abs(Date.parse(day) - Date.parse(near));
  return [year - 1, year, year + 1]
    .map((candidate) => calendarDay(candidate, text))
    .filter((day) => day !== undefined)
    .sort((one, other) => distance(one) - distance(other))[0];
}

function calendarDay(year: number, monthAndDay: string): string | undefined {
  return bankDay(year, Number(monthAndDay.slice(0, 2)), Number(monthAndDay.slice(2)));
}

/** A balance with its currency, which old files leave out. */
export interface CurrencyBalance {
  readonly balance: Balance;
  readonly currency: string | null;
}

/** What can be wrong with a balance. */
export type BalanceReason = 'bad_balance_amount' | 'bad_balance_date' | 'other_balance_currency';

/** Reads `C261122TRY1234,56`. @returns what is wrong for any other text. */
export function readBalance(text: string): CurrencyBalance | BalanceReason {
  const [end] = text.split('-}');
  const [, mark, day = '', currency = null, amount = ''] = BALANCE.exec(end?.trim() ?? '') ?? [];
  // A balance without its comma is one that was cut off.
  const amountMinor = amount.includes(',') ? readAmount(amount) : undefined;
  if (amountMinor === undefined) return 'bad_balance_amount';
  const date = day === UNKNOWN_DAY ? null : readDay(day);
  if (date === undefined) return 'bad_balance_date';
  const isBelowZero = mark === 'D' && amountMinor > 0;
  return { balance: { amountMinor: isBelowZero ? -amountMinor : amountMinor, date }, currency };
}

/**
 * Reads `:25:`: an IBAN, or a bank code and a number separated by `/`; the currency can follow. Letters at the end are
 * a currency if an IBAN is left without them, or if they are that of the balances.
 */
export function readAccount(text: string, balanceCurrency: string | null): StatementAccount {
  const whole = text.trim();
  const suffix = /[A-Z]{3}$/.exec(whole)?.[0] ?? null;
  const short = suffix === null ? whole : trimSeparators(whole.slice(0, -3));
  const iban = ibanIn(whole) ?? ibanIn(short);
  const isCurrency =
    suffix !== null && (suffix === balanceCurrency || (iban !== null && !whole.endsWith(iban)));
  const number = isCurrency ? short : whole;
  return {
    iban,
    number: iban !== null || number.length === 0 ? null : number,
    currency: balanceCurrency ?? (isCurrency ? suffix : null),
  };
}

function ibanIn(text: string): string | null {
  for (const part of text.split('/', 4)) {
    const iban = normalizeIban(part.trim());
    if (iban !== undefined) return iban;
  }
  return null;
}

function trimSeparators(text: string): string {
  return text.trimEnd().replace(/\/$/, '');
}
