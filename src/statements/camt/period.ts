import { dayNumber, formatDay } from '../../kernel/time-zone.ts';
import type { Period } from '../../reconciliation/domain/statement.ts';
import { bankDay } from '../bank-day.ts';
import type { Fields } from '../iso20022/fields.ts';

/** A day, at its beginning or in its last minute. */
const EDGE =
  /^(\d{4})-(\d\d)-(\d\d)(?:T(?:(00:00(?::00(?:\.0+)?)?)|(23:59(?::\d\d(?:\.\d+)?)?)))?(?:Z|[+-]\d\d:\d\d)?$/;

/**
 * Reads the days that a statement covers; undefined if it does not name whole days, because a time within a day can be
 * in another zone. Midnight at the end is the end of the day before.
 */
export function readPeriod(statement: Fields): Period | undefined {
  const [from, to] = [readEdge(statement.first('FrDtTm')), readEdge(statement.first('ToDtTm'))];
  if (!from || from.isLastMinute || !to || from.day > to.day) return undefined;
  const isDayAfter = to.isMidnight && from.day < to.day;
  return { firstDate: from.day, lastDate: isDayAfter ? formatDay(dayNumber(to.day) - 1) : to.day };
}

function readEdge(text: string | null) {
  const [, year, month, date, midnight, lastMinute] = EDGE.exec(text ?? '') ?? [];
  const day = bankDay(Number(year), Number(month), Number(date));
  return day === undefined
    ? undefined
    : { day, isMidnight: midnight !== undefined, isLastMinute: lastMinute !== undefined };
}
