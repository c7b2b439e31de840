import type { AmountLimits } from '../../banks/domain/bank.ts';
import type { Transaction } from './transaction.ts';

/** The largest usual difference between the requested and the paid amount is the amount divided by this. */
const USUAL_DIFFERENCE_DIVISOR = 5;

/** The facts that decide whether a given final amount is accepted. */
export interface FinalAmountTerms {
  /** Whether the caller knows that the final amount is unusual, and confirms it. */
  readonly acceptDifference?: boolean | undefined;
  /** The limits of the bank for the type of the transaction; undefined where they are not known. */
  readonly limits?: AmountLimits | undefined;
}

/** The reason why a final amount is refused, as facts. */
export interface FinalAmountRefusal {
  readonly type: 'error_final_amount_unusual';
  readonly transactionId: string;
  readonly amountMinor: number;
  readonly finalAmountMinor: number;
  /** The limits of the bank, if the final amount is beyond them. Otherwise the difference is too large. */
  readonly limits: AmountLimits | undefined;
}

/**
 * Refuses a given final amount that is probably a slip: one more than a fifth away from the amount, or beyond the
 * bank's limits. The requested amount itself is never refused. The comparison is exact, since products of amounts
 * stay below 2^53.
 */
export function refuseUnusual(
  { id: transactionId, amountMinor }: Transaction,
  command: FinalAmountTerms & { readonly finalAmountMinor?: number | undefined },
): FinalAmountRefusal | undefined {
  const { finalAmountMinor, acceptDifference = false, limits } = command;
  if (finalAmountMinor === undefined || finalAmountMinor === amountMinor || acceptDifference)
    return undefined;
  const isBeyond =
    limits !== undefined &&
    (finalAmountMinor < limits.minAmountMinor || finalAmountMinor > limits.maxAmountMinor);
  const isFar = Math.abs(finalAmountMinor - amountMinor) * USUAL_DIFFERENCE_DIVISOR > amountMinor;
  if (!isBeyond && !isFar) return undefined;
  const type = 'error_final_amount_unusual';
  return { type, transactionId, amountMinor, finalAmountMinor, limits: isBeyond ? limits : undefined };
}
