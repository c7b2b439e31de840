/** Converts amounts from the digits of a file to minor units (hundredths) as integers, never through a float. */

import type { FileReason } from '../reconciliation/domain/file-problems.ts';

export const DECIMAL_SIGNS = ['comma', 'point', 'auto'] as const;
/** The sign before the decimals of an amount; `auto` reads only unambiguous amounts. */
export type DecimalSign = (typeof DECIMAL_SIGNS)[number];

/** An amount in a text. */
export interface PrintedAmount {
  /** Zero or above. */
  readonly amountMinor: number;
  readonly sign: '+' | '-' | null;
  /** ISO 4217, from a symbol or code next to the digits. */
  readonly currency: string | null;
}

/** Why a text is not an amount. */
export interface NotAnAmount {
  readonly reason: Extract<
    FileReason,
    | 'no_number'
    | 'unknown_mark'
    | 'several_signs'
    | 'unclear_decimals'
    | 'no_comma_amount'
    | 'no_point_amount'
    | 'no_decimal_amount'
    | 'many_decimals'
    | 'huge_amount'
  >;
}

const MARKS: ReadonlyMap<string, string> = new Map([
  ['TL', 'TRY'],
  ['₺', 'TRY'],
  ['€', 'EUR'],
  ['$', 'USD'],
  ['£', 'GBP'],
]);
const CODES = new Set(Intl.supportedValuesOf('currency'));

/** The ISO 4217 code of a currency as banks print it: `TL`, `₺`, `eur`. */
export function currencyOf(text: string): string | undefined {
  const capitals = text.trim().toUpperCase();
  return MARKS.get(capitals) ?? (CODES.has(capitals) ? capitals : undefined);
}

/** A longer text is not an amount. The limit bounds the work for one. */
const MAX_LENGTH = 60;
const BLANKS = /[\s\u00a0\u2007\u202f]+/g;
const AT_AN_END = /^([A-Za-z]{2,3}|[₺€$£])|([A-Za-z]{2,3}|[₺€$£])$/;

/** Reads an amount from a text: `1.250,50`, `-1,250.50 TL`, `(300,00)`, `300,00-`. */
export function readPrintedAmount(text: string, decimal: DecimalSign): PrintedAmount | NotAnAmount {
  if (text.length > MAX_LENGTH) return { reason: 'huge_amount' };
  let rest = text.replace(BLANKS, ' ').trim();
  let currency: string | null = null;
  let sign: '+' | '-' | null = null;
  // The currency, with the sign outside or inside of it.
  for (let round = 0; round < 2; round += 1) {
    const mark = AT_AN_END.exec(rest);
    if (mark && currency === null) {
      const known = currencyOf(mark[0]);
      if (known === undefined) return { reason: 'unknown_mark' };
      currency = known;
      rest = (mark[1] ? rest.slice(mark[0].length) : rest.slice(0, -mark[0].length)).trim();
    }
    const signed = takeSign(rest);
    if (signed === undefined) continue;
    if (sign !== null) return { reason: 'several_signs' };
    sign = signed.sign;
    rest = signed.rest;
  }
  const digits = splitDigits(rest, decimal);
  if ('reason' in digits) return digits;
  const minor = toMinor(digits.units, digits.decimals);
  return typeof minor === 'number' ? { amountMinor: minor, sign, currency } : minor;
}

function takeSign(text: string): { sign: '+' | '-'; rest: string } | undefined {
  const first = signOf(text.charAt(0));
  if (first) return { sign: first, rest: text.slice(1).trim() };
  const last = signOf(text.charAt(text.length - 1));
  if (last) return { sign: last, rest: text.slice(0, -1).trim() };
  if (text.startsWith('(') && text.endsWith(')')) return { sign: '-', rest: text.slice(1, -1).trim() };
  return undefined;
}

function signOf(character: string): '+' | '-' | undefined {
  if (character === '+') return '+';
  return character === '-' || character === '\u2212' || character === '\u2013' ? '-' : undefined;
}

interface Digits {
  readonly units: string;
  readonly decimals: string;
}

const PLAIN = /^\d+$/;
const GROUPED = /^\d{1,3}(?:([.,' \u2019])\d{3})(?:\1\d{3})*$/;
/** Three digits after a separator can be a group of thousands as well as decimals. */
const AMBIGUOUS = /^[1-9]\d{0,2}$/;

function splitDigits(text: string, decimal: DecimalSign): Digits | NotAnAmount {
  const sign = decimal === 'auto' ? decimalIn(text) : decimal === 'comma' ? ',' : '.';
  if (typeof sign !== 'string') return sign;
  const at = sign === '' ? -1 : text.lastIndexOf(sign);
  const units = at === -1 ? text : text.slice(0, at);
  const decimals = at === -1 ? '' : text.slice(at + 1);
  if (decimals.length === 3 && AMBIGUOUS.test(units)) return { reason: 'unclear_decimals' };
  const group = GROUPED.exec(units);
  const isNumber = PLAIN.test(units) || (group !== null && group[1] !== sign);
  if (!isNumber || (decimals !== '' && !PLAIN.test(decimals)))
    return {
      reason: sign === ',' ? 'no_comma_amount' : sign === '.' ? 'no_point_amount' : 'no_decimal_amount',
    };
  return { units: units.replace(/\D/g, ''), decimals };
}

/** Returns the decimal sign that an amount proves by itself; undefined if it proves none. */
export function provenSign(text: string): 'comma' | 'point' | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const [, groups = '', sign = '', decimals = ''] =
    /^([\d.,]*?)(?:([.,])(\d+))?$/.exec(text.replace(/[^\d.,]/g, '')) ?? [];
  if (sign === '') return undefined;
  const isRepeated = groups.includes(sign);
  if (isRepeated && decimals.length !== 3) return undefined;
  if (!isRepeated && decimals.length === 3 && !/[.,]/.test(groups)) return undefined;
  return (sign === ',') === isRepeated ? 'point' : 'comma';
}

/** The decimal sign that a text itself shows; empty when it has no decimals. */
function decimalIn(text: string): string | NotAnAmount {
  const comma = text.lastIndexOf(',');
  const point = text.lastIndexOf('.');
  if (comma === -1 && point === -1) return '';
  if (comma !== -1 && point !== -1) return comma > point ? ',' : '.';
  const sign = comma === -1 ? '.' : ',';
  return text.indexOf(sign) === text.lastIndexOf(sign) ? sign : '';
}

/**
 * The significant digits that spreadsheets show. With at most 11 digits before the point, they include four decimals.
 */
const SHOWN_DIGITS = 15;
const MAX_UNITS_OF_FLOAT = 11;

const NUMBER = /^([+-]?)(\d{1,30})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,2}))?$/;

/**
 * Reads the number of a spreadsheet's cell, exactly as the file writes it: `12500.75`, `1.25E4`. Spreadsheets write
 * some amounts with the rounding of their floats (`1234.5599999999999`); such a text is read as the 15 digits that they
 * show.
 */
export function readNumber(text: string): PrintedAmount | NotAnAmount {
  const [, mark, units = '', decimals = '', exponent = '0'] = NUMBER.exec(text.trim()) ?? [];
  if (units === '') return { reason: 'no_number' };
  const shifted = shift({ units, decimals }, Number(exponent));
  const exact = shorten(shifted);
  const minor = toMinor(exact.units, exact.decimals);
  if (typeof minor !== 'number') return minor;
  return { amountMinor: minor, sign: mark === '-' ? '-' : mark === '+' ? '+' : null, currency: null };
}

/** Moves the decimal point, in the digits themselves. */
function shift({ units, decimals }: Digits, exponent: number): Digits {
  if (exponent >= 0) {
    const padded = decimals.padEnd(exponent, '0');
    return { units: units + padded.slice(0, exponent), decimals: padded.slice(exponent) };
  }
  const padded = units.padStart(-exponent + 1, '0');
  return { units: padded.slice(0, exponent), decimals: padded.slice(exponent) + decimals };
}

/** Removes the rounding error of a float, but only after the fourth decimal, where no bank uses digits. */
function shorten(digits: Digits): Digits {
  const units = digits.units.replace(/^0+(?=\d)/, '');
  const significant = (units === '0' ? '' : units).length + digits.decimals.length;
  if (significant <= SHOWN_DIGITS || units.length > MAX_UNITS_OF_FLOAT) return digits;
  const kept = SHOWN_DIGITS - units.length;
  const next = digits.decimals.charAt(kept);
  const whole = BigInt(units + digits.decimals.slice(0, kept)) + (next >= '5' ? 1n : 0n);
  const text = String(whole).padStart(kept + 1, '0');
  return { units: text.slice(0, -kept), decimals: text.slice(-kept) };
}

function toMinor(units: string, decimals: string): number | NotAnAmount {
  if (/[1-9]/.test(decimals.slice(2))) return { reason: 'many_decimals' };
  const minor = BigInt(units + decimals.slice(0, 2).padEnd(2, '0'));
  return minor <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(minor) : { reason: 'huge_amount' };
}
