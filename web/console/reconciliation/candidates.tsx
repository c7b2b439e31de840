import { Fragment } from 'preact';
import { hrefOf } from '../router.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import { texts } from '../texts/texts.ts';
import { StatusBadge, Timestamp } from '../ui/parts.tsx';
import { amountIn, hrefsOf, reasonOf, speaksFor } from './labels.ts';
import {
  type Candidate,
  isOpen,
  type Line,
  type LineDetail,
  mayPay,
  meaningOf,
  type Proposal,
  partyOf,
  type Reason,
} from './line-types.ts';
import type { LineActions } from './use-line-actions.ts';

interface CandidatesProps {
  readonly detail: LineDetail;
  readonly actions: LineActions;
  readonly mayChange: boolean;
}

/** The transactions that a line may pay, the likeliest first, with what speaks for and against each. */
export function Candidates({ detail: { line }, actions, mayChange }: CandidatesProps) {
  const { desk: t } = reconciliationTexts();
  const isMatched = line.transactionId !== null && line.transactionId !== undefined;
  if (isMatched && actions.proposals.length === 0)
    return (
      <section>
        <h3>{t.matchedWith}</h3>
        <TransactionLink id={line.transactionId} />
      </section>
    );
  return (
    <section>
      <h3>{isMatched ? t.matchedWith : t.candidates}</h3>
      {actions.proposals.length === 0 && <p class="hint">{t.noCandidates}</p>}
      <ol class="candidates">
        {actions.proposals.map((proposal, index) => (
          <li
            key={proposal.transaction.transactionId}
            class={index === actions.chosen ? 'chosen' : undefined}
          >
            <CandidateCard
              line={line}
              proposal={proposal}
              number={index + 1}
              actions={actions}
              mayChange={mayChange && isOpen(line)}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}

function TransactionLink({ id }: { readonly id: string | null | undefined }) {
  return <a href={hrefOf('search', { open: id ?? '' })}>{reconciliationTexts().desk.openTransaction}</a>;
}

interface CardProps extends Pick<CandidatesProps, 'actions' | 'mayChange'> {
  readonly line: Line;
  readonly proposal: Proposal;
  /** The key that chooses it. */
  readonly number: number;
}

function CandidateCard({ line, proposal, number, actions, mayChange }: CardProps) {
  const { transaction, reasons } = proposal;
  const { type, status, createdAt, reference, appKey, bank } = transaction;
  return (
    <>
      <div class="candidate-head">
        {mayChange && <kbd class="for-keys">{number}</kbd>}
        <a href={hrefOf('search', { open: transaction.transactionId })}>
          {texts().ui.type[type]} · <bdi>{partyOf(transaction)}</bdi>
        </a>
        <StatusBadge status={status} />
      </div>
      <Difference line={line} transaction={transaction} />
      <ReasonList reasons={reasons} lineId={line.lineId} />
      <p class="hint">
        {[reference, appKey, bank].filter(Boolean).join(' · ')} · <Timestamp iso={createdAt} />
      </p>
      {mayChange && <Decide line={line} proposal={proposal} number={number} actions={actions} />}
    </>
  );
}

/** The amount that came, the amount that was asked for, and the difference. */
function Difference({ line, transaction }: { readonly line: Line; readonly transaction: Candidate }) {
  const { desk: t } = reconciliationTexts();
  const differenceMinor = Math.round(line.amount * 100) - Math.round(transaction.amount * 100);
  const shown = amountIn(line.currency, Math.abs(differenceMinor) / 100);
  const difference = differenceMinor < 0 ? t.less(shown) : t.moreMoney(shown);
  return (
    <dl class="difference">
      <div>
        <dt>{line.direction === 'credit' ? t.came : t.went}</dt>
        <dd>{amountIn(line.currency, line.amount)}</dd>
      </div>
      <div>
        <dt>{t.asked}</dt>
        <dd>{amountIn(line.currency, transaction.amount)}</dd>
      </div>
      <div class={differenceMinor === 0 ? undefined : 'differs'}>
        <dt>{t.difference}</dt>
        <dd>{differenceMinor === 0 ? t.exact : difference}</dd>
      </div>
    </dl>
  );
}

interface ReasonsProps {
  readonly reasons: readonly Reason[];
  /** The line that the reasons are about. */
  readonly lineId: string;
}

/** Reasons in words. Another line or deposit that one is about is a link. */
export function ReasonList({ reasons, lineId }: ReasonsProps) {
  if (reasons.length === 0) return null;
  return (
    <ul class="reasons">
      {reasons.map((reason) => (
        <li key={`${reason.code} ${reason.detail}`} class={speaksFor(reason) ? 'for' : 'against'}>
          {reasonOf(reason)}
          {hrefsOf(reason, lineId).map((href) => (
            <Fragment key={href}>
              {' '}
              <a href={href}>{reconciliationTexts().desk.lookAt}</a>
            </Fragment>
          ))}
        </li>
      ))}
    </ul>
  );
}

type DecideProps = Pick<CardProps, 'line' | 'proposal' | 'number' | 'actions'>;

/** The button that confirms the chosen candidate, or chooses another one. */
function Decide({ line, proposal, number, actions }: DecideProps) {
  const { desk: t } = reconciliationTexts();
  const { transaction } = proposal;
  const isChosen = actions.chosen === number - 1;
  const meaning = meaningOf(line, proposal);
  if (!meaning)
    return <p class="hint">{transaction.status === 'successful' ? t.cannot.paid : t.cannot.unpaid}</p>;
  if (!mayPay(line)) return null;
  return (
    <div class="actions">
      <button
        type="button"
        class={isChosen ? 'primary' : undefined}
        disabled={actions.isBusy}
        aria-label={isChosen ? undefined : t.chooseWhat(partyOf(transaction))}
        onClick={({ detail: clicks }) => {
          // The second click of a double click does not confirm.
          if (clicks > 1) return;
          if (isChosen) actions.confirm();
          else actions.choose(number - 1);
        }}
      >
        {isChosen ? t.confirm[meaning](amountIn(line.currency, line.amount)) : t.choose}{' '}
        <kbd>{isChosen ? 'Enter' : number}</kbd>
      </button>
    </div>
  );
}
