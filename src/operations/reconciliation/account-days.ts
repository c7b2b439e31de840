import { z } from 'zod';
import {
  type AccountDay,
  accountDays,
  believedOf,
  type DaySums,
  datesBetween,
  dayNumber,
  driftOf,
  movementOf,
  totalOf,
  unexplainedOf,
} from '../../domain/account-days.ts';
import type { DayBalances } from '../../domain/day-balances.ts';
import { validationError } from '../../domain/errors.ts';
import { minorToAmount } from '../../domain/money.ts';
import { dayIn, formatDay } from '../../domain/time-zone.ts';
import { amountOut, idText, parameters } from '../fields.ts';
import { costOfItems, define } from '../operation.ts';
import { calendarDay, MAX_DAYS, refuseBadRange } from './day-range.ts';

/** The days that are listed without a range. */
const DEFAULT_DAYS = 31;

const sums = {
  /** Money in, and money out, of the booked lines. */
  credits: amountOut,
  debits: amountOut,
  /** Credits less debits. */
  movement: amountOut,
  /** The parts of the movement: what became of the lines. Money out is below zero. */
  deposits: amountOut,
  payouts: amountOut,
  fees: amountOut,
  otherDebits: amountOut,
  unknown: amountOut,
  waiting: amountOut,
  held: amountOut,
  putAway: amountOut,
  lineCount: z.number(),
  /** Lines that the bank has not booked. They are in no other sum. */
  pending: amountOut,
  pendingCount: z.number(),
  /** Lines in another currency. They are in no sum. */
  otherCurrencyCount: z.number(),
  /** The movement in which the service believes: deposits that became successful, less withdrawals. */
  believed: amountOut,
  believedDeposits: amountOut,
  believedWithdrawals: amountOut,
  /** The transitions behind it. */
  believedCount: z.number(),
  /** The movement less what the service believes. */
  drift: amountOut,
  /** The part of the drift that no line without a transaction explains. */
  unexplained: amountOut,
};

export const accountDayView = z.object({
  /** A calendar day, `2026-11-22`. */
  day: z.string(),
  opening: amountOut.nullable(),
  closing: amountOut.nullable(),
  /** Whether a statement says so. Otherwise the balance is computed from the day before. */
  isOpeningStated: z.boolean(),
  isClosingStated: z.boolean(),
  /** A stated closing balance less opening and lines. */
  difference: amountOut.nullable(),
  /** A stated opening balance less the balance of the evening before. */
  gap: amountOut.nullable(),
  ...sums,
});

export const accountDaysTotal = z.object({
  opening: amountOut.nullable(),
  closing: amountOut.nullable(),
  ...sums,
});

export const accountDaysView = z.object({
  accountId: z.string(),
  /** ISO 4217. */
  currency: z.string(),
  fromDay: z.string(),
  toDay: z.string(),
  /** The earliest first. */
  days: z.array(accountDayView),
  total: accountDaysTotal,
});

/** Lists the days of a bank account: balances, movement, what became of it, and what the service believes. */
export const listAccountDays = define({
  name: 'listAccountDays',
  kind: 'query',
  input: parameters({
    accountId: idText,
    /** By default, 31 days. */
    fromDay: calendarDay.optional(),
    /** By default, today. */
    toDay: calendarDay.optional(),
  }),
  output: accountDaysView,
  cost: ({ days }) => costOfItems(days.length),
  async run({ principal, dependencies }, { accountId, ...given }) {
    const { accounts, statements, scans, runtime, currency, timeZone } = dependencies;
    const toDay = given.toDay ?? formatDay(dayIn(timeZone, runtime.nowMs()));
    const fromDay = given.fromDay ?? formatDay(dayNumber(toDay) - DEFAULT_DAYS + 1);
    refuseBadRange({ fromDay, toDay });
    const known = await accounts.list();
    if (!known.some(({ id }) => id === accountId))
      throw validationError([
        { path: 'accountId', message: 'accountId is the id of no bank account. Check its id.' },
      ]);
    const earliestDate = formatDay(dayNumber(fromDay) - MAX_DAYS);
    const range = { fromDate: fromDay, toDate: toDay, earliestDate };
    const { since, facts } = await scans.run(principal, () =>
      statements.reads.accountDays({ accountId, currency, timeZone, ...range }),
    );
    const all = accountDays(datesBetween(since, toDay), facts);
    const days = all.slice(dayNumber(fromDay) - dayNumber(since));
    const total = totalOf(days);
    return {
      ...{ accountId, currency, fromDay, toDay, days: days.map(viewDay) },
      total: { ...viewBalances(total), ...viewSums(total) },
    };
  },
});

function viewDay({ date: day, ...rest }: AccountDay): z.infer<typeof accountDayView> {
  const { isOpeningStated, isClosingStated, differenceMinor, gapMinor } = rest;
  return {
    ...{ day, isOpeningStated, isClosingStated },
    ...{ difference: amountOrNull(differenceMinor), gap: amountOrNull(gapMinor) },
    ...viewBalances(rest),
    ...viewSums(rest),
  };
}

function viewBalances({ openingMinor, closingMinor }: Pick<DayBalances, 'openingMinor' | 'closingMinor'>) {
  return { opening: amountOrNull(openingMinor), closing: amountOrNull(closingMinor) };
}

function viewSums(day: DaySums) {
  const { lineCount, pendingCount, otherCurrencyCount, believedCount } = day;
  return {
    ...{ lineCount, pendingCount, otherCurrencyCount, believedCount },
    credits: amountOf(day.creditsMinor),
    debits: amountOf(day.debitsMinor),
    movement: amountOf(movementOf(day)),
    deposits: amountOf(day.deposits),
    payouts: amountOf(day.payouts),
    fees: amountOf(day.fees),
    otherDebits: amountOf(day.otherDebits),
    unknown: amountOf(day.unknown),
    waiting: amountOf(day.waiting),
    held: amountOf(day.held),
    putAway: amountOf(day.putAway),
    pending: amountOf(day.pendingMinor),
    believed: amountOf(believedOf(day)),
    believedDeposits: amountOf(day.believedDepositsMinor),
    believedWithdrawals: amountOf(day.believedWithdrawalsMinor),
    drift: amountOf(driftOf(day)),
    unexplained: amountOf(unexplainedOf(day)),
  };
}

function amountOrNull(minor: bigint | null): number | null {
  return minor === null ? null : amountOf(minor);
}

/** @throws ServiceError error_validation for a sum that an amount cannot show exactly. */
function amountOf(minor: bigint): number {
  const exact = Number(minor);
  if (Number.isSafeInteger(exact)) return minorToAmount(exact);
  const message = 'fromDay begins a range whose sums are too large to be shown exactly. Ask for fewer days.';
  throw validationError([{ path: 'fromDay', message }]);
}
