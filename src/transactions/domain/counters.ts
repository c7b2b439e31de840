import type { Transaction } from './transaction.ts';

/** The sums in a row of counters, by the names of its columns: counts, minor units and milliseconds. */
export const COUNTER_SUMS = [
  'created_count',
  'created_minor',
  'successful_count',
  'successful_minor',
  'unsuccessful_count',
  'expired_count',
  'cancelled_count',
  'rejected_count',
  'reversed_count',
  'settled_count',
  'settling_ms',
] as const;

export type CounterSums = Readonly<Record<(typeof COUNTER_SUMS)[number], number>>;

type MutableSums = { -readonly [S in keyof CounterSums]: number };

export const NO_SUMS = Object.fromEntries(COUNTER_SUMS.map((sum) => [sum, 0])) as CounterSums;

/** Adds a transaction to the sums of its outcome, or takes it from them. */
export function addOutcome(sums: MutableSums, transaction: Transaction, factor: 1 | -1): void {
  if (transaction.status === 'successful') {
    sums.successful_count += factor;
    sums.successful_minor += factor * (transaction.finalAmountMinor ?? transaction.amountMinor);
  } else if (transaction.status === 'unsuccessful') {
    sums.unsuccessful_count += factor;
    if (transaction.endedAs) sums[`${transaction.endedAs}_count`] += factor;
  }
}
