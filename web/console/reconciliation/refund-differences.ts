import { amountIn } from '../format.ts';
import type { ReconciliationTexts } from '../texts/types.ts';
import type { Line, RefundCandidate } from './line-types.ts';

type ComparedField = 'accountId' | 'amount' | 'currency';

/** Lists how a line differs from a refund whose payout it names. */
export function differencesOf(
  line: Pick<Line, ComparedField>,
  { accountId, amount, currency }: Pick<RefundCandidate, ComparedField>,
  { more, less, otherCurrency, otherAccount }: ReconciliationTexts['desk']['refund']['differs'],
): readonly string[] {
  const isSameCurrency = currency === line.currency;
  const difference = amountIn(currency, Math.abs(line.amount - amount));
  const differences = [
    isSameCurrency && amount !== line.amount && (line.amount > amount ? more : less)(difference),
    !isSameCurrency && otherCurrency,
    accountId !== line.accountId && otherAccount,
  ];
  return differences.filter((one) => one !== false);
}
