import { type ComponentChildren, Fragment } from 'preact';
import { amountIn } from '../format.ts';
import { hrefOf } from '../router.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import { texts } from '../texts/texts.ts';
import { partyOf } from '../transactions/labels.ts';
import { couldPay, effectOf, type Line, type Proposal, togetherOf } from './line-types.ts';
import type { LineActions } from './use-line-actions.ts';

interface DecideProps {
  readonly line: Line;
  readonly proposal: Proposal;
  /** The key that chooses it. */
  readonly number: number;
  readonly actions: LineActions;
}

/** The buttons that confirm the chosen candidate, or choose another one. */
export function DecideCandidate({ line, proposal, number, actions }: DecideProps) {
  const { desk: t } = reconciliationTexts();
  const isChosen = actions.chosen === number - 1;
  const effect = effectOf(line, proposal);
  const together = togetherOf(line, proposal);
  if (!effect && !together) return <WhyNot line={line} proposal={proposal} />;
  if (!couldPay(line)) return null;
  if (!isChosen)
    return (
      <div class="actions">
        <button
          type="button"
          disabled={actions.isBusy}
          aria-label={t.chooseWhat(partyOf(proposal.transaction))}
          onClick={({ detail: clicks }) => {
            if (clicks <= 1) actions.choose(number - 1);
          }}
        >
          {t.choose} <kbd>{number}</kbd>
        </button>
      </div>
    );
  const alone = effect && t.confirm[effect](amountIn(line.currency, line.amount));
  return (
    <div class="actions">
      <ConfirmingButton look="primary" isBusy={actions.isBusy} onConfirm={actions.confirm}>
        {together
          ? t.confirmTogether[together.effect](
              together.lineIds.length,
              amountIn(line.currency, together.amount),
            )
          : alone}{' '}
        <kbd>Enter</kbd>
      </ConfirmingButton>
      {together && alone && (
        <ConfirmingButton isBusy={actions.isBusy} onConfirm={actions.confirmAlone}>
          {alone}
        </ConfirmingButton>
      )}
    </div>
  );
}

interface ConfirmingProps {
  readonly look?: string;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly children: ComponentChildren;
}

/** A button that ignores the second click of a double click. */
function ConfirmingButton({ look, isBusy, onConfirm, children }: ConfirmingProps) {
  return (
    <button
      type="button"
      class={look}
      disabled={isBusy}
      onClick={({ detail: clicks }) => {
        if (clicks <= 1) onConfirm();
      }}
    >
      {children}
    </button>
  );
}

/** The reason why a line cannot pay a transaction, and what can be done. */
function WhyNot({ line, proposal: { transaction, paidByLineIds } }: Pick<DecideProps, 'line' | 'proposal'>) {
  const { desk: t } = reconciliationTexts();
  const { status, finalAmount, amount, planned } = transaction;
  if (planned) return <p class="hint">{t.cannot.planned(texts().ui.status[planned.to])}</p>;
  if (paidByLineIds.length === 0)
    return <p class="hint">{status === 'successful' ? t.cannot.paid : t.cannot.unpaid}</p>;
  return (
    <p class="hint">
      {t.cannot.paidByLine(amountIn(line.currency, finalAmount ?? amount))}
      {paidByLineIds.map((open) => (
        <Fragment key={open}>
          {' '}
          <a href={hrefOf('reconciliation', { group: 'all', open })}>{t.lookAt}</a>
        </Fragment>
      ))}
    </p>
  );
}
