import { formatAmount } from '../format.ts';
import type { Transaction } from '../service/types.ts';
import { texts } from '../texts/texts.ts';

/** Sums amounts in hundredths, because sums of fractions are not exact. */
export function sumOf(items: readonly Transaction[]): number {
  return items.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100;
}

/** Returns the sums of transactions as texts, separately for deposits and withdrawals. */
export function sumsOf(items: readonly Transaction[]): readonly string[] {
  const { sumIn, sumOut } = texts().queue;
  return [['deposit', sumIn] as const, ['withdrawal', sumOut] as const].flatMap(([type, say]) => {
    const own = items.filter((item) => item.type === type);
    return own.length > 0 ? [say(formatAmount(sumOf(own)))] : [];
  });
}
