import { amountIn, printedAmount } from '../format.ts';
import type { AccountDaysQuery } from './gql/graphql.ts';

export type AccountDays = AccountDaysQuery['accountDays'];
export type Day = AccountDays['days'][number];

/** The parts of the movement, in the order in which they are shown. */
export const PARTS = [
  ...(['deposits', 'payouts', 'fees', 'otherDebits', 'unknown', 'waiting', 'held', 'putAway'] as const),
] as const;

const DAY_MS = 86_400_000;

/** Returns the day this many days later. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The number of days from one to another, both included. */
export function daysFrom(fromDay: string, toDay: string): number {
  return (Date.parse(toDay) - Date.parse(fromDay)) / DAY_MS + 1;
}

/** Formats an amount with its sign; a dash where nothing is known. */
export function signed(amount: number | null | undefined, currency: string): string {
  if (amount == null) return '–';
  return amount < 0 ? `−${amountIn(currency, -amount)}` : amountIn(currency, amount);
}

/** Formats an amount of a table, whose sum names the currency. */
export function plain(amount: number | null | undefined): string {
  if (amount == null) return '–';
  return amount < 0 ? `−${printedAmount(-amount)}` : printedAmount(amount);
}

/** Whether nothing is known about a day and nothing happened on it. */
export function isBlank({
  opening,
  closing,
  lineCount,
  believedCount,
  pendingCount,
  otherCurrencyCount,
}: Day) {
  const counts = lineCount + believedCount + pendingCount + otherCurrencyCount;
  return opening == null && closing == null && counts === 0;
}
