import { formatAmount } from '../format.ts';
import type { Problem } from '../service/failures.ts';
import type { Transaction } from '../service/types.ts';
import { texts } from '../texts/texts.ts';
import { Question } from '../ui/question.tsx';

/** A final amount that the service accepts only if the operator confirms it. */
export interface Unusual {
  readonly finalAmount: number;
  readonly isBeyondLimits: boolean;
}

/** Whether the service refuses a final amount because of the limits of the bank. */
export function isBeyondLimits({ problems = [] }: Problem): boolean {
  return problems.some(({ code }) => code === 'outside_bank_limits');
}

interface UnusualAmountProps extends Unusual {
  readonly transaction: Transaction;
  /** The name of the transition. */
  readonly label: string;
  readonly onAnswer: (isMeant: boolean) => void;
}

/** Shows how far the final amount is from the requested one, and asks whether it is intended. */
export function UnusualAmount(props: UnusualAmountProps) {
  const { finalAmount, isBeyondLimits, transaction, label, onAnswer } = props;
  const { amount } = transaction;
  const { unusual: t, withAmount } = texts().transactions;
  const say = finalAmount < amount ? t.less : t.more;
  return (
    <Question confirm={withAmount(label, formatAmount(finalAmount))} onAnswer={onAnswer}>
      <p>
        <strong>
          {say(formatAmount(finalAmount), formatAmount(Math.abs(finalAmount - amount)), formatAmount(amount))}
        </strong>
      </p>
      {isBeyondLimits && <p>{t.beyondLimits}</p>}
      <p>{t.compare}</p>
    </Question>
  );
}
