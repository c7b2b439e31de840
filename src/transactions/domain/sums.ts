import type { Transaction, TransactionStatus, TransactionType } from './transaction.ts';

/** The sums of transactions of one type, status and currency, in whole minor units. */
export interface TransactionSum {
  readonly type: TransactionType;
  readonly status: TransactionStatus;
  /** ISO 4217. */
  readonly currency: string;
  readonly count: number;
  /** The amounts that were asked for. */
  readonly amountMinor: number;
  /** What was actually paid; 0 where nothing was. */
  readonly finalAmountMinor: number;
}

/** Adds up transactions, by type, status and currency. */
export interface Sums {
  add(transaction: Pick<Transaction, SummedField>): void;
  /** The groups that have transactions, in the order of type, status and currency. */
  groups(): readonly TransactionSum[];
}

type SummedField = 'type' | 'status' | 'currency' | 'amountMinor' | 'finalAmountMinor';
type MutableSum = { -readonly [K in keyof TransactionSum]: TransactionSum[K] };

/** @returns empty sums. */
export function createSums(): Sums {
  const known = new Map<string, MutableSum>();
  return {
    add({ type, status, currency, amountMinor, finalAmountMinor }) {
      const key = `${type} ${status} ${currency}`;
      const sum = known.get(key) ?? { type, status, currency, count: 0, amountMinor: 0, finalAmountMinor: 0 };
      known.set(key, sum);
      sum.count += 1;
      sum.amountMinor += amountMinor;
      sum.finalAmountMinor += finalAmountMinor ?? 0;
    },
    groups: () => [...known.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum),
  };
}
