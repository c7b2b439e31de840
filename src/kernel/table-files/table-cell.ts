/** A cell of a table that becomes a CSV file or a spreadsheet. */
export type TableCell =
  | { readonly kind: 'text'; readonly text: string }
  /** Hundredths. */
  | { readonly kind: 'amount'; readonly amountMinor: number }
  /** A calendar day, `2026-11-28`. */
  | { readonly kind: 'date'; readonly day: string }
  | { readonly kind: 'number'; readonly number: number };

/** How a file writes a day. */
export const DAY_FORMS = [
  'dd.mm.yyyy',
  'dd/mm/yyyy',
  'dd-mm-yyyy',
  'yyyy-mm-dd',
  'yyyy/mm/dd',
  'yyyymmdd',
  'mm/dd/yyyy',
] as const;
export type DayForm = (typeof DAY_FORMS)[number];

/** A day in a form. @param day `2026-11-28`. */
export function formatDay(day: string, form: DayForm): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return form.replace('yyyy', year).replace('mm', month).replace('dd', date);
}

/** An amount as decimal text with two digits behind the sign: `1250.50`. @param amountMinor hundredths. */
export function decimalText(amountMinor: number, sign: '.' | ',' = '.'): string {
  const text = String(Math.abs(amountMinor)).padStart(3, '0');
  return `${amountMinor < 0 ? '-' : ''}${text.slice(0, -2)}${sign}${text.slice(-2)}`;
}
