import { formatAmount } from '../format.ts';
import type { Transaction } from '../service/types.ts';

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
  const difference = Math.abs(finalAmount - amount);
  const percent = Math.round((difference / amount) * 100);
  return (
    <div class="banner" role="alert">
      <p>
        <strong>
          {`${formatAmount(finalAmount)} is ${formatAmount(difference)} ${finalAmount < amount ? 'less' : 'more'} than the ${formatAmount(amount)} that were requested (${percent} %).`}
        </strong>
      </p>
      <p>{why.replace(/^finalAmount (.*)$/, 'The service says: $1')}</p>
      <p>Compare it with what the bank shows. If it is right, confirm it; else correct the amount.</p>
    </div>
  );
}
