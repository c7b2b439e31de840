import { useState } from 'preact/hooks';
import { amountIn } from '../format.ts';
import { hrefOf } from '../router.ts';
import type { Problem } from '../service/failures.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import { Iban } from '../ui/iban.tsx';
import { Message } from '../ui/message.tsx';
import { lineProblem } from './line-problem.ts';
import { couldPay, type LineDetail, type RefundCandidate } from './line-types.ts';
import { differencesOf } from './refund-differences.ts';
import type { LineActions } from './use-line-actions.ts';

interface RefundCandidatesProps {
  readonly detail: LineDetail;
  readonly actions: LineActions;
}

/**
 * The refunds whose debit, or return, an open line may be. If the bank leaves the id out, only an operator can know.
 */
export function RefundCandidates({ detail: { line, refunds }, actions }: RefundCandidatesProps) {
  const { refund: t } = reconciliationTexts().desk;
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  if (refunds.length === 0 || !couldPay(line)) return null;
  const isOnly = refunds.length === 1 && actions.proposals.length === 0;
  const confirm = async (refund: RefundCandidate) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await actions.confirmRefund(refund);
    } catch (error) {
      setProblem(lineProblem(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section class="refunds">
      <h3>{t.candidates[line.direction]}</h3>
      {problem && (
        <p class="banner" role="alert">
          <Message problem={problem} />
        </p>
      )}
      {refunds.map((refund) => (
        <article key={refund.refundId}>
          <p>
            {amountIn(refund.currency, refund.amount)} · <bdi>{refund.accountName}</bdi> ·{' '}
            <Iban iban={refund.iban} /> · {t.inBatch(String(refund.batchNumber))}{' '}
            <a href={hrefOf('reconciliation', { group: 'all', open: refund.refundedLineId })}>{t.toLine}</a>
          </p>
          {refund.differs && <p class="hint">{differencesOf(line, refund, t.differs).join(' ')}</p>}
          <div class="actions">
            <button
              type="button"
              class={isOnly ? 'primary' : undefined}
              disabled={isBusy}
              onClick={() => void confirm(refund)}
            >
              {t.confirm[line.direction]}
            </button>
          </div>
        </article>
      ))}
    </section>
  );
}
