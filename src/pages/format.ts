import { LANGUAGES, type Language } from './texts.ts';

const MAX_TAGS = 20;

/** In which language a page is written, and how it writes numbers. */
export interface PageLocale {
  readonly language: Language;
  /** A BCP 47 tag of the same language, such as en-GB. */
  readonly locale: string;
}

/** Reads a language that somebody chose. */
export function readLanguage(value: unknown): Language | undefined {
  return LANGUAGES.find((language) => language === value);
}

/**
 * Numbers are written as the browser's user does, if a tag of its Accept-Language is of the page's language.
 * @param acceptLanguage the header, in the order of the user's preference.
 */
export function resolveLocale(language: Language, acceptLanguage: string): PageLocale {
  const tags = acceptLanguage.split(',', MAX_TAGS).map((entry) => entry.split(';')[0]?.trim() ?? '');
  const found = tags.map(readLocale).find((locale) => locale?.language === language);
  // Not the extensions behind the name, which could ask for other digits and calendars.
  return { language, locale: found?.baseName ?? language };
}

function readLocale(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag);
  } catch {
    return undefined;
  }
}

const DECIMALS = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

/** An amount for people: `TRY 1,234.50`. The code, since not every font has every currency's sign. */
export function formatAmount(amount: number, currency: string, locale: PageLocale): string {
  return amountFormat(currency, locale).format(amount);
}

/** The same in parts, so that the currency can be told apart from the number. */
export function amountParts(amount: number, currency: string, locale: PageLocale): Intl.NumberFormatPart[] {
  return amountFormat(currency, locale).formatToParts(amount);
}

function amountFormat(currency: string, { locale }: PageLocale): Intl.NumberFormat {
  const style = { style: 'currency', currency, currencyDisplay: 'code' } as const;
  return new Intl.NumberFormat(locale, { ...style, ...DECIMALS });
}

/** An amount as people type it into a field: `1234.50`. */
export function formatPlainAmount(amount: number, { locale }: PageLocale): string {
  return new Intl.NumberFormat(locale, { useGrouping: false, ...DECIMALS }).format(amount);
}

/** An IBAN in groups of four, as it is printed on paper (ISO 13616). */
export function formatIban(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, '$1 ');
}

const UNITS = [
  ['hour', 3600, 2 * 3600],
  ['minute', 60, 60],
  ['second', 1, 0],
] as const;

/** A time that is left, in its largest unit, rounded down: `29 minutes`. */
export function formatTimeLeft(seconds: number, { locale }: PageLocale): string {
  const [unit, unitSeconds] = UNITS.find(([, , from]) => seconds >= from) ?? UNITS[2];
  const style = { style: 'unit', unit, unitDisplay: 'long' } as const;
  return new Intl.NumberFormat(locale, style).format(Math.floor(seconds / unitSeconds));
}
