import { Fragment } from 'preact';
import { amountIn } from '../format.ts';
import { hrefOf } from '../router.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import { texts } from '../texts/texts.ts';
import { partyOf } from '../transactions/labels.ts';
import { effectOf, type Line, mayPay, type Proposal, togetherOf } from './line-types.ts';
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
  if (!effect) return <WhyNot line={line} proposal={proposal} />;
  if (!mayPay(line)) return null;
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
  return (
    <div class="actions">
      <TogetherButton line={line} proposal={proposal} actions={actions} />
      <button
        type="button"
        class="primary"
        disabled={actions.isBusy}
        onClick={({ detail: clicks }) => {
          // The second click of a double click does not confirm.
          if (clicks <= 1) actions.confirm();
        }}
      >
        {t.confirm[effect](amountIn(line.currency, line.amount))} <kbd>Enter</kbd>
      </button>
    </div>
  );
}

/** The button that confirms a line with the others that name the same transaction. */
function TogetherButton({ line, proposal, actions }: Omit<DecideProps, 'number'>) {
  const { desk: t } = reconciliationTexts();
  const together = togetherOf(line, proposal);
  if (!together) return null;
  return (
    <button
      type="button"
      disabled={actions.isBusy}
      onClick={({ detail: clicks }) => {
        if (clicks <= 1) actions.confirmTogether();
      }}
    >
      {t.confirmTogether(together.lineIds.length, amountIn(line.currency, together.amount))} <kbd>b</kbd>
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
