import { dayNumber, formatDay } from '../../kernel/time-zone.ts';

const [SATURDAY, SUNDAY] = [6, 0];

/**
 * Returns the day itself, or the Monday after it for a weekend. The bank takes care of holidays.
 * @param day YYYY-MM-DD.
 */
export function nextWorkingDay(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const days = weekday === SATURDAY ? 2 : weekday === SUNDAY ? 1 : 0;
  return formatDay(dayNumber(day) + days);
}
