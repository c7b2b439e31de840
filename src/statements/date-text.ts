/** Reads calendar days from the texts of a file. */

export const DATE_FORMS = [
  'dd.mm.yyyy',
  'dd/mm/yyyy',
  'dd-mm-yyyy',
  'yyyy-mm-dd',
  'yyyy/mm/dd',
  'yyyy.mm.dd',
  'yyyymmdd',
  'mm/dd/yyyy',
  'dd.mm.yy',
  'dd/mm/yy',
] as const;
export type DateForm = (typeof DATE_FORMS)[number];

/** A time after the day. It may follow a blank, a hyphen or a T; fractions, zones and the half of the day are ignored. */
const TIME =
  '(?:[-T ,]{1,3}\\d{1,2}[:.]\\d{2}(?:[:.]\\d{2})?[0-9.,:+Z ]{0,20}(?:[AaPp]\\.?[Mm]\\.?|Ö[ÖS])?)?';
const PARTS: Readonly<Record<string, string>> = {
  yyyy: '(?<year>\\d{4})',
  yy: '(?<year>\\d{2})',
  mm: '(?<month>\\d{1,2})',
  dd: '(?<day>\\d{1,2})',
};

const PATTERNS = new Map(DATE_FORMS.map((form) => [form, patternOf(form)]));

function patternOf(form: DateForm): RegExp {
  if (form === 'yyyymmdd') return new RegExp(`^(?<year>\\d{4})(?<month>\\d{2})(?<day>\\d{2})${TIME}$`);
  const body = form.replace(/yyyy|yy|mm|dd|[./]/g, (part) => PARTS[part] ?? `\\${part}`);
  return new RegExp(`^${body}${TIME}$`);
}

const MAX_LENGTH = 60;
const FIRST_YEAR = 1990;
const LAST_YEAR = 2099;

/** The day of a text in one of the forms, `2026-11-22`; undefined for any other text. */
export function readDate(text: string, forms: readonly DateForm[]): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const trimmed = text.trim();
  for (const form of forms) {
    const { year = '', month = '', day = '' } = PATTERNS.get(form)?.exec(trimmed)?.groups ?? {};
    if (year === '') continue;
    const date = dayOf(Number(year.length === 2 ? `20${year}` : year), Number(month), Number(day));
    if (date !== undefined) return date;
  }
  return undefined;
}

const DAYS_OF_MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLeapYear = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const twoDigits = (number: number) => String(number).padStart(2, '0');

function dayOf(year: number, month: number, day: number): string | undefined {
  if (year < FIRST_YEAR || year > LAST_YEAR) return undefined;
  const days = month === 2 && !isLeapYear(year) ? 28 : (DAYS_OF_MONTHS[month - 1] ?? 0);
  return day < 1 || day > days ? undefined : `${year}-${twoDigits(month)}-${twoDigits(day)}`;
}

const DAY_MS = 86_400_000;
/** Day 0 of spreadsheets, in the count that holds from March 1900. */
const EPOCH_MS = Date.UTC(1899, 11, 30);

/** The day of a spreadsheet's number, `45987.5`; undefined outside the years that statements have. */
export function dayOfSerial(text: string): string | undefined {
  if (!/^\d{5}(?:\.\d{1,40})?$/.test(text)) return undefined;
  const date = new Date(EPOCH_MS + Number(text.slice(0, 5)) * DAY_MS);
  const year = date.getUTCFullYear();
  return year < FIRST_YEAR || year > LAST_YEAR ? undefined : date.toISOString().slice(0, 10);
}
