/**
 * A day of the calendar. Banks that count 30 days in each month write 29 and 30 February, which stand for the last day
 * of that month.
 * @returns `2026-11-22`; undefined for a day that no calendar has.
 */
export function bankDay(year: number, month: number, day: number): string | undefined {
  const lastOfFebruary = new Date(Date.UTC(year, 2, 0)).getUTCDate();
  const real = month === 2 && day <= 30 ? Math.min(day, lastOfFebruary) : day;
  const date = new Date(Date.UTC(year, month - 1, real));
  const isReal =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === real;
  return isReal ? date.toISOString().slice(0, 10) : undefined;
}
