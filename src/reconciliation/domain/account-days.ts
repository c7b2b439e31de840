import { groupBy } from '../../kernel/group-by.ts';
import { dayNumber, formatDay } from '../../kernel/time-zone.ts';
import type { TransactionType } from '../../transactions/domain/transaction.ts';
import { balancesOf, type DayBalances, type StatementBalances } from './day-balances.ts';
import { type LineGroup, type LinePart, partOf } from './line-parts.ts';

/** Transactions that became successful on a day, minus those that ceased to be. */
export interface BelievedGroup {
  readonly date: string;
  readonly type: TransactionType;
  readonly count: number;
  readonly sumMinor: bigint;
}

export interface AccountDayFacts {
  readonly lines: readonly LineGroup[];
  /** Newest first. */
  readonly statements: readonly StatementBalances[];
  readonly believed: readonly BelievedGroup[];
}

/** Sums of lines and transactions, in minor units. Debits are negative. */
export interface DaySums extends Readonly<Record<LinePart, bigint>> {
  readonly creditsMinor: bigint;
  /** Above zero. */
  readonly debitsMinor: bigint;
  /** The booked lines. */
  readonly lineCount: number;
  /** Lines that the bank has not booked. They are not part of any other sum. */
  readonly pendingCount: number;
  readonly pendingMinor: bigint;
  readonly otherCurrencyCount: number;
  /** Deposits that the service believes to be paid. */
  readonly believedDepositsMinor: bigint;
  /** Withdrawals that it believes to be paid, above zero. */
  readonly believedWithdrawalsMinor: bigint;
  readonly believedCount: number;
}

export type AccountDay = DaySums & DayBalances & { readonly date: string };

/** Returns credits minus debits, which is also the sum of the parts of the movement. */
export function movementOf({ creditsMinor, debitsMinor }: DaySums): bigint {
  return creditsMinor - debitsMinor;
}

/** Returns the movement that the service believes in. */
export function believedOf({ believedDepositsMinor, believedWithdrawalsMinor }: DaySums): bigint {
  return believedDepositsMinor - believedWithdrawalsMinor;
}

/** Returns the movement at the bank minus the movement that the service believes in. */
export function driftOf(sums: DaySums): bigint {
  return movementOf(sums) - believedOf(sums);
}

/**
 * Returns the part of the drift that lines without a transaction do not explain: money of another day, or settled
 * without a line.
 */
export function unexplainedOf(sums: DaySums): bigint {
  return sums.deposits + sums.payouts - believedOf(sums);
}

/**
 * Computes the days of an account, carrying the balances from day to day.
 * @param dates all days from the first with facts to the last, without gaps.
 */
export function accountDays(dates: readonly string[], facts: AccountDayFacts): AccountDay[] {
  const lines = groupBy(facts.lines, ({ date }) => date);
  const believed = groupBy(facts.believed, ({ date }) => date);
  let evening: bigint | null = null;
  return dates.map((date) => {
    const sums = sumUp(lines.get(date) ?? [], believed.get(date) ?? []);
    const balances = balancesOf(date, facts.statements, { evening, movement: movementOf(sums) });
    evening = balances.closingMinor;
    return { date, ...sums, ...balances };
  });
}

/** Adds up days: from the opening balance of the first to the closing balance of the last. */
export function totalOf(
  days: readonly AccountDay[],
): DaySums & Pick<DayBalances, 'openingMinor' | 'closingMinor'> {
  const sums = days.reduce<DaySums>((total, day) => {
    const entries = Object.entries(total) as [keyof DaySums, bigint | number][];
    return Object.fromEntries(
      entries.map(([key, value]) => [key, add(value, day[key])]),
    ) as unknown as DaySums;
  }, NOTHING);
  return {
    ...sums,
    openingMinor: days[0]?.openingMinor ?? null,
    closingMinor: days.at(-1)?.closingMinor ?? null,
  };
}

/** Lists all days from one to another, both included. */
export function datesBetween(fromDate: string, toDate: string): string[] {
  const from = dayNumber(fromDate);
  return Array.from({ length: Math.max(0, dayNumber(toDate) - from + 1) }, (_, index) =>
    formatDay(from + index),
  );
}

const NOTHING: DaySums = {
  deposits: 0n,
  payouts: 0n,
  fees: 0n,
  otherDebits: 0n,
  unknown: 0n,
  waiting: 0n,
  held: 0n,
  putAway: 0n,
  creditsMinor: 0n,
  debitsMinor: 0n,
  lineCount: 0,
  pendingCount: 0,
  pendingMinor: 0n,
  otherCurrencyCount: 0,
  believedDepositsMinor: 0n,
  believedWithdrawalsMinor: 0n,
  believedCount: 0,
};

type Sums = { -readonly [K in keyof DaySums]: DaySums[K] };

function sumUp(lines: readonly LineGroup[], believed: readonly BelievedGroup[]): DaySums {
  const sums: Sums = { ...NOTHING };
  for (const group of lines) addLines(sums, group);
  for (const { type, count, sumMinor } of believed) {
    if (type === 'deposit') sums.believedDepositsMinor += sumMinor;
    else sums.believedWithdrawalsMinor += sumMinor;
    sums.believedCount += count;
  }
  return sums;
}

function addLines(sums: Sums, group: LineGroup): void {
  const { direction, isBooked, isOwnCurrency, count, sumMinor, refundMinor } = group;
  const part = partOf(group);
  if (part === undefined) return;
  const signed = direction === 'credit' ? sumMinor : -sumMinor;
  if (!isOwnCurrency) sums.otherCurrencyCount += count;
  else if (isBooked) {
    const refunds = direction === 'credit' ? refundMinor : -refundMinor;
    sums[part] += signed - refunds;
    sums.putAway += refunds;
    sums.lineCount += count;
    if (direction === 'credit') sums.creditsMinor += sumMinor;
    else sums.debitsMinor += sumMinor;
  } else if (part !== 'putAway') {
    sums.pendingCount += count;
    sums.pendingMinor += signed;
  }
}

function add(left: bigint | number, right: bigint | number): bigint | number {
  return typeof left === 'bigint' ? left + BigInt(right) : left + Number(right);
}
