import { z } from 'zod';
import { fieldError } from '../kernel/errors.ts';
import { fault, issueText } from '../kernel/problems.ts';
import { dayNumber, formatDay } from '../kernel/time-zone.ts';
import { typeProblem } from '../operations/fields.ts';

const DAY = /^\d{4}-\d\d-\d\d$/;
const NOT_A_DAY = fault('not_a_day');

/** A calendar day, `2026-11-22`. */
export const calendarDay = z
  .string({ error: typeProblem(NOT_A_DAY) })
  .refine((text) => DAY.test(text) && isDay(text), issueText(NOT_A_DAY));

function isDay(text: string): boolean {
  const day = dayNumber(text);
  // A day that the month does not have, such as February 30, would be read as one of the next month.
  return Number.isInteger(day) && formatDay(day) === text;
}

export interface DayRange {
  readonly fromDay?: string | undefined;
  readonly toDay?: string | undefined;
}

/** @throws ServiceError error_validation if the range is empty. */
export function refuseEmptyRange({ fromDay, toDay }: DayRange): void {
  if (fromDay !== undefined && toDay !== undefined && fromDay > toDay)
    throw fieldError('fromDay', fault('from_after_to', 'must not be after toDay.'));
}

/** @throws ServiceError error_validation if the range is empty or too long. */
export function refuseBadRange(
  { fromDay, toDay }: Required<{ [K in keyof DayRange]: string }>,
  { maxDays, each }: { readonly maxDays: number; readonly each: 'year' | 'quarter' },
): void {
  refuseEmptyRange({ fromDay, toDay });
  if (dayNumber(toDay) - dayNumber(fromDay) < maxDays) return;
  const maximum = maxDays - 1;
  const message = `must be at most ${maximum} days before toDay. Ask for one ${each} after another.`;
  throw fieldError('fromDay', fault('too_many_days', { maximum }, message));
}
