import { amountIn } from '../format.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import { texts } from '../texts/texts.ts';
import { Question } from '../ui/question.tsx';
import type { Line } from './line-types.ts';
import type { AmountQuestion as Asked } from './use-confirm.ts';

interface AmountQuestionProps {
  readonly line: Line;
  readonly question: Asked;
  readonly onAnswer: (isMeant: boolean) => void;
}

/** Asks whether an unusual amount is intended, or whether doubtful money is really there. */
export function AmountQuestion({ line, question, onAnswer }: AmountQuestionProps) {
  const { amount, effect, isBeyondLimits, doubts, proposal } = question;
  const { desk: t } = reconciliationTexts();
  const paid = amountIn(line.currency, amount);
  const asked = amountIn(line.currency, proposal.transaction.amount);
  return (
    <Question confirm={t.confirm[effect](paid)} onAnswer={onAnswer}>
      {doubts.map((doubt) => (
        <p key={doubt}>
          <strong>{doubt}</strong>
        </p>
      ))}
      {(doubts.length === 0 || paid !== asked) && (
        <p>
          <strong>{t.unusual[line.direction](paid, asked)}</strong>
        </p>
      )}
      {isBeyondLimits && <p>{texts().transactions.unusual.beyondLimits}</p>}
      <p>{t.unusual.compare}</p>
    </Question>
  );
}
