import { z } from 'zod';
import { dayNumber } from '../../domain/account-days.ts';
import { validationError } from '../../domain/errors.ts';
import { formatDay } from '../../domain/time-zone.ts';
import { typeProblem } from '../fields.ts';

/** The most days that a range has. */
export const MAX_DAYS = 366;

const DAY = /^\d{4}-\d\d-\d\d$/;
const DAY_FORM = 'a day, such as 2026-11-22';

/** A calendar day, `2026-11-22`. */
export const calendarDay = z
  .string({ error: typeProblem(DAY_FORM) })
  .refine((text) => DAY.test(text) && isDay(text), `must be ${DAY_FORM}.`);

function isDay(text: string): boolean {
  const day = dayNumber(text);
  // A day that no month has is read as one of the next month.
  return Number.isInteger(day) && formatDay(day) === text;
}

export interface DayRange {
  readonly fromDay?: string | undefined;
  readonly toDay?: string | undefined;
}

/** @throws ServiceError error_validation where the range is empty. */
export function refuseEmptyRange({ fromDay, toDay }: DayRange): void {
  if (fromDay !== undefined && toDay !== undefined && fromDay > toDay)
    throw validationError([{ path: 'fromDay', message: 'fromDay must not be after toDay.' }]);
}

/** @throws ServiceError error_validation where the range is empty or too long. */
export function refuseBadRange(range: Required<{ [K in keyof DayRange]: string }>): void {
  refuseEmptyRange(range);
  if (dayNumber(range.toDay) - dayNumber(range.fromDay) < MAX_DAYS) return;
  const message = `fromDay must be at most ${MAX_DAYS - 1} days before toDay. Ask for one year after another.`;
  throw validationError([{ path: 'fromDay', message }]);
}
