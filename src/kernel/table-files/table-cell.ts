/** A cell of a table that becomes a CSV file or a spreadsheet. */
export type TableCell =
  | { readonly kind: 'text'; readonly text: string }
  /** In hundredths. */
  | { readonly kind: 'amount'; readonly amountMinor: number }
  /** A calendar day, `2026-11-28`. */
  | { readonly kind: 'date'; readonly day: string }
  | { readonly kind: 'number'; readonly number: number };

/** The formats in which a file can write a date. */
export const DATE_FORMATS = [
  'dd.mm.yyyy',
  'dd/mm/yyyy',
  'dd-mm-yyyy',
  'yyyy-mm-dd',
  'yyyy/mm/dd',
  'yyyymmdd',
  'mm/dd/yyyy',
] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

/** Writes a day in a format of dates. @param day `2026-11-28`. */
export function formatDate(day: string, format: DateFormat): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return format.replace('yyyy', year).replace('mm', month).replace('dd', date);
}

/** Writes an amount with two decimal places: `1250.50`. @param amountMinor hundredths. */
export function formatDecimal(amountMinor: number, separator: '.' | ',' = '.'): string {
  const text = String(Math.abs(amountMinor)).padStart(3, '0');
  return `${amountMinor < 0 ? '-' : ''}${text.slice(0, -2)}${separator}${text.slice(-2)}`;
}
