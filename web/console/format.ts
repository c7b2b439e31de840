import { language, locale, texts } from './texts/texts.ts';
import { dayOf, timeZone } from './time-zone.ts';

// Created at first use, because the language is known only then.
const amountFormat = once(
  () => new Intl.NumberFormat(locale(), { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
);
const countFormat = once(() => new Intl.NumberFormat(locale()));
const typedAmountFormat = once(
  () => new Intl.NumberFormat(locale(), { minimumFractionDigits: 2, useGrouping: false }),
);
const timeFormat = once(
  () => new Intl.DateTimeFormat(locale(), { timeStyle: 'short', timeZone: timeZone() }),
);
const shortTimestampFormat = once(
  () => new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short', timeZone: timeZone() }),
);
const timestampFormat = once(
  () => new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'medium', timeZone: timeZone() }),
);

let currency: string | undefined;

/** Sets the desk's currency, an ISO 4217 code that the service names when somebody signs in. */
export function setCurrency(code: string): void {
  currency = code;
}

/** The desk's currency, as a code of ISO 4217; undefined before somebody has signed in. */
export function currencyCode(): string | undefined {
  return currency;
}

/** The desk's currency as people write it. */
export function currencyName(): string {
  return nameOfCurrency(currency ?? '');
}

/** A currency, an ISO 4217 code, as people write it. */
export function nameOfCurrency(code: string): string {
  return code === 'TRY' && language() === 'tr' ? 'TL' : code;
}

/** Formats an amount with a currency that is not always the desk's. */
export function amountIn(code: string, amount: number): string {
  return `${printedAmount(amount)}\u00a0${nameOfCurrency(code)}`;
}

/** Formats an amount with its currency: `12.500,50 TL`, `12,500.50 TRY`. */
export function formatMoney(amount: number): string {
  return amountIn(currency ?? '', amount).trim();
}

/** Formats an amount for people. Readers of Turkish expect the currency next to an amount. */
export function formatAmount(amount: number): string {
  return language() === 'tr' ? formatMoney(amount) : printedAmount(amount);
}

/** Formats an amount in the digits and with the signs of the console's language. */
export function printedAmount(amount: number): string {
  return amountFormat().format(amount);
}

/** Formats an amount as people type it: with the decimal sign of the console's language, without groups. */
export function typedAmount(amount: number): string {
  return typedAmountFormat().format(amount);
}

/** Formats a moment as a time in the desk's time zone, with its day unless that is today. */
export function formatTime(iso: string): string {
  const isToday = dayOf(Date.parse(iso)) === dayOf(Date.now());
  return isToday ? timeFormat().format(new Date(iso)) : formatShortTimestamp(iso);
}

/** Formats an amount for programs: digits, a point and two digits. */
export function plainAmount(amount: number): string {
  return amount.toFixed(2);
}

/**
 * Digits, alone or in groups of three, the first of which does not begin with a zero: 0.500 has three decimals. The
 * second
 * group is the sign between the groups.
 */
const WHOLE = /^(\d+|[1-9]\d{0,2}(?:([.,'\u2019 ])\d{3})(?:\2\d{3})*)$/;

/**
 * Reads an amount as people and statements write it: 1.250,50 and 1,250.50 and 1250.5, with spaces, apostrophes, a
 * currency or none. One sign before three digits is a group: an amount has at most two decimals.
 * @returns undefined when the text is not an amount.
 */
export function readAmount(text: string): number | undefined {
  const plain = text
    .replace(/[\u00a0\u2009\u202f]/g, ' ')
    .replace(/^\s*(?:[A-Z]{3}|\p{Sc})\s*|\s*(?:[A-Z]{2,3}|\p{Sc})\s*$/giu, '')
    .trim();
  const decimals = /[.,](\d{1,2})$/.exec(plain);
  const whole = decimals ? plain.slice(0, decimals.index) : plain;
  const group = WHOLE.exec(whole);
  // The separator of groups cannot be the decimal separator.
  if (!group || (decimals && group[2] === plain[decimals.index])) return undefined;
  return Number(`${whole.replace(/\D/g, '')}.${decimals?.[1] ?? 0}`);
}

/** Shortens a long id in the middle: `65f0aa…c3d9`. */
export function shortenId(id: string): string {
  return id.length > 14 ? `${id.slice(0, 6)}…${id.slice(-4)}` : id;
}

export function formatCount(count: number): string {
  return countFormat().format(count);
}

/** Formats a timestamp in the desk's time zone without its seconds, for tables. */
export function formatShortTimestamp(iso: string): string {
  return shortTimestampFormat().format(new Date(iso));
}

/** Formats a timestamp in the desk's time zone. */
export function formatTimestamp(iso: string): string {
  return timestampFormat().format(new Date(iso));
}

const UNITS = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
] as const;

/** Formats a duration with its two largest units: `2 h 10 min`. */
export function formatDuration(seconds: number): string {
  let rest = Math.max(0, Math.floor(seconds));
  const parts: string[] = [];
  for (const [unit, size] of UNITS) {
    const value = Math.floor(rest / size);
    rest %= size;
    if (parts.length > 0 || value > 0) parts.push(value > 0 ? `${value} ${texts().ui.units[unit]}` : '');
  }
  return parts.slice(0, 2).filter(Boolean).join(' ') || `0 ${texts().ui.units.s}`;
}

/** Formats an age. Seconds appear only below a minute: `35 s`, `12 min`, `2 h 10 min`. */
export function formatAge(seconds: number): string {
  return formatDuration(seconds < 60 ? seconds : seconds - (seconds % 60));
}

/** Formats an IBAN in groups of four, its printed form (ISO 13616), however it was typed. */
export function formatIban(iban: string): string {
  return normalizeIban(iban).replace(/(.{4})(?=.)/g, '$1 ');
}

/** Returns the electronic form of an IBAN that the service accepted: letters and digits, upper case. */
export function normalizeIban(iban: string): string {
  return iban.replace(/[^A-Za-z0-9]/g, '').toUpperCase();
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Formats a calendar day, `2026-11-22`. */
export function formatDay(day: string): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));
}
