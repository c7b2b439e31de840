import { keepLast } from '../../kernel/keep-last.ts';
import { LANGUAGES, type Language } from './texts/texts.ts';

const MAX_TAGS = 20;

/** The language of a page and its format of numbers. */
export interface PageLocale {
  readonly language: Language;
  /** A BCP 47 tag of the same language, such as en-GB. */
  readonly locale: string;
  /** An IANA name. */
  readonly timeZone: string;
}

/** Reads the choice of a language. */
export function readLanguage(value: unknown): Language | undefined {
  return LANGUAGES.find((language) => language === value);
}

/**
 * Chooses the format of numbers: the first tag of Accept-Language in the page's language, else the language alone.
 * @param acceptLanguage the header, in the order of the user's preference.
 */
export function resolveLocale(language: Language, acceptLanguage: string): Omit<PageLocale, 'timeZone'> {
  const tags = acceptLanguage.split(',', MAX_TAGS).map((entry) => entry.split(';')[0]?.trim() ?? '');
  const found = tags.map(readLocale).find((locale) => locale?.language === language);
  // The base name has no extensions, which could ask for other digits and calendars.
  return { language, locale: found?.baseName ?? language };
}

function readLocale(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag);
  } catch {
    return undefined;
  }
}

/** The formats of a few locales: creating one takes far longer than using it. */
const MAX_KEPT = 100;

const numberFormats = keepLast(MAX_KEPT, (given) => {
  const [locale, options] = JSON.parse(given) as [string, Intl.NumberFormatOptions];
  return new Intl.NumberFormat(locale, options);
});

const numberFormat = (locale: string, options: Intl.NumberFormatOptions) =>
  numberFormats(JSON.stringify([locale, options]));

const dateFormats = keepLast(MAX_KEPT, (given) => {
  const [locale, options] = JSON.parse(given) as [string, Intl.DateTimeFormatOptions];
  return new Intl.DateTimeFormat(locale, options);
});

const dateFormat = (locale: string, options: Intl.DateTimeFormatOptions) =>
  dateFormats(JSON.stringify([locale, options]));

const DECIMALS = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

/** Formats an amount with its currency code, `TRY 1,234.50`: not every font has the sign of every currency. */
export function formatAmount(amount: number, currency: string, locale: PageLocale): string {
  return amountParts(amount, currency, locale)
    .map(({ value }) => value)
    .join('');
}

/** Formats an amount in parts, so that a page can style the currency. In Turkish, `1.234,50 TL` as in banking apps. */
export function amountParts(
  amount: number,
  currency: string,
  { language, locale }: PageLocale,
): Intl.NumberFormatPart[] {
  const style = { style: 'currency', currency, currencyDisplay: 'code' } as const;
  const parts = numberFormat(locale, { ...style, ...DECIMALS }).formatToParts(amount);
  if (language !== 'tr' || currency !== 'TRY') return parts;
  const number = parts.filter(({ type }) => type !== 'currency' && type !== 'literal');
  return [...number, { type: 'literal', value: '\u00a0' }, { type: 'currency', value: 'TL' }];
}

/**
 * Formats an amount as people type it into a field: `1234.50`. A whole amount has no decimals: a field that takes
 * digits only would make 50000 of `500.00`.
 */
export function formatPlainAmount(amount: number, { locale }: PageLocale): string {
  const decimals = Number.isInteger(amount) ? {} : DECIMALS;
  return numberFormat(locale, { useGrouping: false, ...decimals }).format(amount);
}

/**
 * Formats an IBAN in groups of four, its printed form (ISO 13616), in two parts of about the same length: a last group
 * alone on a line is overlooked.
 */
export function formatIbanParts(iban: string): readonly [string, string] {
  const groups = iban.match(/.{1,4}/g) ?? [];
  const half = Math.floor(groups.length / 2);
  return [groups.slice(0, half).join(' '), groups.slice(half).join(' ')];
}

const UNITS = [
  ['hour', 3600, 2 * 3600],
  ['minute', 60, 60],
  ['second', 1, 0],
] as const;

/** Formats a remaining time in its largest unit, rounded down: `29 minutes`. */
export function formatTimeLeft(seconds: number, { locale }: PageLocale): string {
  const [unit, unitSeconds] = UNITS.find(([, , from]) => seconds >= from) ?? UNITS[2];
  const style = { style: 'unit', unit, unitDisplay: 'long' } as const;
  return numberFormat(locale, style).format(Math.floor(seconds / unitSeconds));
}

/** Formats a time as a date and a time of day, with the name of the zone. */
export function formatDate(iso: string, { locale, timeZone }: PageLocale): string {
  const text = dateFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(new Date(iso));
  return keepZone(text);
}

/** Formats a time of day, with the name of the zone. */
export function formatTime(iso: string, { locale, timeZone }: PageLocale): string {
  const style = { hour: 'numeric', minute: '2-digit', timeZone, timeZoneName: 'short' } as const;
  return keepZone(dateFormat(locale, style).format(new Date(iso)));
}

/** Keeps the name of the zone, the last word, on the line of its time. */
function keepZone(text: string): string {
  return text.replace(/ (?=\S+$)/, '\u00a0');
}
