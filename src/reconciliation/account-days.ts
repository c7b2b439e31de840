import { z } from 'zod';
import { fieldError } from '../kernel/errors.ts';
import { minorToAmount } from '../kernel/money.ts';
import { fault } from '../kernel/problems.ts';
import { dayIn, dayNumber, formatDay } from '../kernel/time-zone.ts';
import { amountOut, fields, idText, viewType } from '../operations/fields.ts';
import { costOfItems, operation } from '../operations/operation.ts';
import { STAFF } from '../operations/permissions.ts';
import { calendarDay, refuseBadRange } from './day-range.ts';
import {
  accountDays,
  believedOf,
  type DaySums,
  datesBetween,
  driftOf,
  movementOf,
  totalOf,
  unexplainedOf,
} from './domain/account-days.ts';
import { requireAccount } from './find-account.ts';
import { MAX_DAYS } from './limits.ts';

/** How many days are listed if no range is given. */
const DEFAULT_DAYS = 31;

const sums = {
  credits: amountOut.describe('Credits, of the booked lines.'),
  debits: amountOut.describe('Debits, of the booked lines.'),
  movement: amountOut.describe('Credits less debits.'),
  deposits: amountOut.describe('Credits that paid deposits.'),
  payouts: amountOut.describe('Debits that paid withdrawals.'),
  fees: amountOut.describe('Fees of the bank.'),
  otherDebits: amountOut.describe('Other debits.'),
  unknown: amountOut.describe('Money that belongs to no transaction yet.'),
  waiting: amountOut.describe('Lines that wait for a decision.'),
  held: amountOut.describe('The lines of held statements.'),
  putAway: amountOut.describe('Lines that operators have put away.'),
  lineCount: z.number().describe('The lines in it.'),
  pending: amountOut.describe('Lines that the bank has not booked yet. They are in no other sum.'),
  pendingCount: z.number().describe('The number of those lines.'),
  otherCurrencyCount: z.number().describe('Lines in another currency. They are in no sum.'),
  believed: amountOut.describe(
    'What the service says moved: deposits that became successful, less withdrawals.',
  ),
  believedDeposits: amountOut.describe('The deposits in it.'),
  believedWithdrawals: amountOut.describe('The withdrawals in it.'),
  believedCount: z.number().describe('The transactions in it.'),
  drift: amountOut.describe('The movement less what the service says moved.'),
  unexplained: amountOut.describe('The part of the drift that no other line explains.'),
};

const accountDayView = viewType('AccountDay', 'A day of a bank account. Sums of debits are below zero.', {
  day: z.string().describe('The day, 2026-11-22.'),
  opening: amountOut.nullable().describe('The balance at the start.'),
  closing: amountOut.nullable().describe('The balance at the end.'),
  isOpeningStated: z
    .boolean()
    .describe('Whether a statement says the opening balance; otherwise it is computed.'),
  isClosingStated: z.boolean().describe('Whether a statement says the closing balance.'),
  difference: amountOut.nullable().describe('Closing less opening and lines; 0 if nothing is missing.'),
  gap: amountOut.nullable().describe('A stated opening balance less the balance of the evening before.'),
  ...sums,
});

const accountDaysTotal = viewType('AccountDaysTotal', 'The sums of several days of a bank account.', {
  opening: amountOut.nullable().describe('The balance at the start.'),
  closing: amountOut.nullable().describe('The balance at the end.'),
  ...sums,
});

const accountDaysView = viewType('AccountDays', 'Days of a bank account, the earliest first.', {
  accountId: z.string().describe('The account.'),
  currency: z.string().describe('The currency, three letters.'),
  fromDay: z.string().describe('The first day.'),
  toDay: z.string().describe('The last day.'),
  days: z.array(accountDayView).describe('The days, the earliest first.'),
  total: accountDaysTotal.describe('The sums of all days.'),
});

export const listAccountDays = operation({
  name: 'listAccountDays',
  kind: 'query',
  roles: STAFF,
  modes: 'live',
  summary: 'List the days of an account, with balances and drift',
  input: fields({
    accountId: idText.describe('The account.'),
    fromDay: calendarDay.optional().describe('The first day; by default, 31 days are listed. At most 366.'),
    toDay: calendarDay.optional().describe('The last day; by default, today.'),
  }),
  output: accountDaysView,
  example: { fromDay: '2026-11-01', toDay: '2026-11-21' },
  cost: ({ days }) => costOfItems(days.length),
  async run({ principal, dependencies }, { accountId, ...given }) {
    const { db, scans, runtime, currency, timeZone } = dependencies;
    const toDay = given.toDay ?? formatDay(dayIn(timeZone, runtime.nowMs()));
    const fromDay = given.fromDay ?? formatDay(dayNumber(toDay) - DEFAULT_DAYS + 1);
    refuseBadRange({ fromDay, toDay }, { maxDays: MAX_DAYS, each: 'year' });
    await requireAccount(db, accountId, 'accountId');
    const earliestDate = formatDay(dayNumber(fromDay) - MAX_DAYS);
    const range = { fromDate: fromDay, toDate: toDay, earliestDate };
    const { since, facts } = await scans.run(principal, () =>
      db.query('readAccountDays', { accountId, currency, timeZone, ...range }),
    );
    const all = accountDays(datesBetween(since, toDay), facts);
    const days = all.slice(dayNumber(fromDay) - dayNumber(since));
    return {
      accountId,
      currency,
      fromDay,
      toDay,
      days: days.map(({ date: day, ...sums }) => ({ day, ...viewSums(sums) })),
      total: viewSums(totalOf(days)),
    };
  },
});

/** Sums as a view shows them: each bigint becomes an amount. */
type ShownSums<S> = {
  [F in keyof S as F extends `${infer Amount}Minor` ? Amount : F]: S[F] extends number | boolean
    ? S[F]
    : number | Extract<S[F], null>;
};

/** Views the sums of one day or of several. */
function viewSums<S extends DaySums>(day: S) {
  const computed = {
    movement: movementOf(day),
    believed: believedOf(day),
    drift: driftOf(day),
    unexplained: unexplainedOf(day),
  };
  const shown = Object.entries({ ...day, ...computed }).map(([field, value]) => [
    field.replace(/Minor$/, ''),
    typeof value === 'bigint' ? amountOf(value) : value,
  ]);
  return Object.fromEntries(shown) as ShownSums<S & typeof computed>;
}

/** @throws ServiceError error_validation for a sum that an amount cannot show exactly. */
function amountOf(minor: bigint): number {
  const exact = Number(minor);
  if (Number.isSafeInteger(exact)) return minorToAmount(exact);
  throw fieldError('fromDay', fault('sum_too_large'));
}
