import { useLayoutEffect, useRef } from 'preact/hooks';
import { amountIn } from '../format.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import { texts } from '../texts/texts.ts';
import type { Line } from './line-types.ts';
import type { AmountQuestion as Question } from './use-confirm.ts';

interface AmountQuestionProps {
  readonly line: Line;
  readonly question: Question;
  readonly onAnswer: (isMeant: boolean) => void;
}

/** Asks whether an unusual amount is meant, or money that may not be there. It has the focus itself, so that Enter answers nothing. */
export function AmountQuestion({ line, question, onAnswer }: AmountQuestionProps) {
  const { amount, effect, isBeyondLimits, doubts, proposal } = question;
  const { desk: t } = reconciliationTexts();
  const banner = useRef<HTMLDivElement>(null);
  // The next key is for the question: no effect after painting.
  useLayoutEffect(() => {
    banner.current?.focus();
    banner.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const paid = amountIn(line.currency, amount);
  const asked = amountIn(line.currency, proposal.transaction.amount);
  return (
    <div
      ref={banner}
      class="banner amount-question"
      role="alert"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onAnswer(false);
      }}
    >
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
      <div class="actions">
        <button type="button" onClick={() => onAnswer(false)}>
          {t.unusual.leave} <kbd>Esc</kbd>
        </button>
        <button
          type="button"
          class="danger"
          onClick={({ detail: clicks }) => {
            if (clicks <= 1) onAnswer(true);
          }}
        >
          {t.confirm[effect](paid)}
        </button>
      </div>
    </div>
  );
}
