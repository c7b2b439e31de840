import type { LineDirection } from '../../reconciliation/domain/statement.ts';
import { bankDay } from '../bank-day.ts';
import { failure, quoted } from '../read-failure.ts';

/** An `xs:decimal` that is not negative. Banks write leading zeros, and more decimals than the currency has. */
const DECIMAL = /^\+?(\d{1,32}(?=$|\.)|(?=\.\d))(?:\.(\d{0,32}))?$/;
/** The decimals after the hundredths of a number that a program stored as a float: zeros or nines, then noise. */
const NOISE = /^(?:0{4}\d{3,}|9{4}\d{3,})$/;
const CURRENCY = /^[A-Z]{3}$/;
/** An `xs:date` or an `xs:dateTime`. Fractions of seconds can have seven digits. */
const DATE = /^(\d{4})-(\d{2})-(\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,12})?)?)?(?:Z|[+-]\d{2}:?\d{2})?$/;

/**
 * Reads the digits of an amount to hundredths.
 * @throws {ReadFailure} for any other text, a third decimal that is not zero or the noise of a float, and above the safe integers.
 */
export function readAmountMinor(text: string | null, element: string): number {
  if (text === null) throw failure('no_element', null, element);
  const [, units, fraction = ''] = DECIMAL.exec(text) ?? [];
  const bad = () => failure('bad_element_amount', null, element, quoted(text));
  if (units === undefined) throw bad();
  const rest = fraction.slice(2);
  if (/[1-9]/.test(rest) && !NOISE.test(rest)) throw bad();
  const minor = BigInt(units + fraction.slice(0, 2).padEnd(2, '0')) + (rest.startsWith('9') ? 1n : 0n);
  if (minor > BigInt(Number.MAX_SAFE_INTEGER)) throw bad();
  return Number(minor);
}

/** @throws {ReadFailure} unless the text has the form of ISO 4217. */
export function readCurrency(text: string | null, element: string): string {
  if (text !== null && CURRENCY.test(text)) return text;
  throw failure('bad_element_currency', null, element, quoted(text ?? ''));
}

/** @throws {ReadFailure} unless the text is `CRDT` or `DBIT`. */
export function readDirection(text: string | null, element: string): LineDirection {
  if (text === 'CRDT') return 'credit';
  if (text === 'DBIT') return 'debit';
  if (text === null) throw failure('no_element', null, element);
  throw failure('bad_element_direction', null, element, quoted(text));
}

/**
 * The calendar day in the text. A time zone does not move it: the bank booked on the day that it wrote.
 * @throws {ReadFailure} unless it is a day of the calendar.
 */
export function readDay(text: string | null, element: string): string | null {
  if (text === null) return null;
  const [, year, month, day] = DATE.exec(text) ?? [];
  const found = bankDay(Number(year), Number(month), Number(day));
  if (found === undefined) throw failure('bad_element_day', null, element, quoted(text));
  return found;
}

/** `xs:boolean`. */
export function readFlag(text: string | null): boolean {
  return text === 'true' || text === '1';
}

/** `RvslInd`: whatever is not plainly false is a reversal, which somebody looks at before it settles anything. */
export function readReversal(text: string | null): boolean {
  return text !== null && text !== 'false' && text !== '0';
}

/** The words that banks write where there is no id. */
const NO_ID = /^(?:not[ _-]?provided|not[ _-]?available|nonref|none|n\/a|-+|0+)$/i;

/** An id, or null for a word that means none. */
export function readId(text: string | null): string | null {
  return text === null || NO_ID.test(text) ? null : text;
}
