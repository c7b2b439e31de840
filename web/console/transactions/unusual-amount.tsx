import { formatAmount } from '../format.ts';
import type { Transaction } from '../service/types.ts';
import { texts } from '../texts/texts.ts';

/** A final amount that the service takes only when the operator confirms it. */
export interface Unusual {
  readonly finalAmount: number;
  /** The service's message about the field. */
  readonly why: string;
}

interface UnusualAmountProps extends Unusual {
  readonly transaction: Transaction;
}

/** Says how far the final amount is from the requested one, and asks whether it is meant. */
export function UnusualAmount({ finalAmount, why, transaction: { amount } }: UnusualAmountProps) {
  const t = texts().transactions.unusual;
  const say = finalAmount < amount ? t.less : t.more;
  return (
    <div class="banner" role="alert">
      <p>
        <strong>
          {say(formatAmount(finalAmount), formatAmount(Math.abs(finalAmount - amount)), formatAmount(amount))}
        </strong>
      </p>
      {why.includes('limit') && <p>{t.beyondLimits}</p>}
      <p>{t.compare}</p>
    </div>
  );
}
