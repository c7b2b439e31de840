import { amountIn } from '../format.ts';
import { accountOf } from '../names.ts';
import { hrefOf } from '../router.ts';
import { useClientNames } from '../search-field/choices.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import { texts } from '../texts/texts.ts';
import { partyOf } from '../transactions/labels.ts';
import { StatusBadge, Timestamp } from '../ui/parts.tsx';
import { DecideCandidate } from './decide-candidate.tsx';
import { signOf, speaksFor } from './labels.ts';
import { type Candidate, effectOf, type Line, type Proposal } from './line-types.ts';
import { ReasonList } from './reason-list.tsx';
import type { LineActions } from './use-line-actions.ts';

interface CandidateProps {
  readonly actions: LineActions;
  readonly canChange: boolean;
  readonly line: Line;
  readonly proposal: Proposal;
  /** The key that chooses it. */
  readonly number: number;
  readonly isChosen: boolean;
}

/**
 * A candidate as one row: the merchant, the party, the amount, and the evidence for and against it. The chosen row
 * shows all of it.
 */
export function CandidateRow({ line, proposal, number, isChosen, actions, canChange }: CandidateProps) {
  const { transaction, reasons } = proposal;
  const { createdAt, appKey, status } = transaction;
  const client = useClientNames()(appKey);
  const decide = canChange && (
    <DecideCandidate line={line} proposal={proposal} number={number} actions={actions} />
  );
  const isShort = !isChosen && effectOf(line, proposal) !== undefined;
  return (
    <>
      <div class="candidate-row">
        {canChange && <kbd class="for-keys">{number}</kbd>}
        <span class="candidate-text">
          <span class="candidate-who">
            <strong>{client}</strong>
            <a href={hrefOf('search', { open: transaction.transactionId })}>
              <bdi>{partyOf(transaction)}</bdi>
            </a>
            {status !== 'pending' && <StatusBadge {...transaction} />}
          </span>
          <span class="signs">
            {!isChosen && <Signs reasons={reasons} />}
            <Timestamp iso={createdAt} />
          </span>
        </span>
        <span class="number">{amountIn(line.currency, transaction.amount)}</span>
        {isShort && decide}
      </div>
      {isChosen && <ChosenFacts line={line} proposal={proposal} />}
      {!isShort && decide}
    </>
  );
}

/** The evidence for and against a candidate, each piece in a word. */
function Signs({ reasons }: Pick<Proposal, 'reasons'>) {
  return (
    <>
      {reasons.map((reason) => (
        <span key={`${reason.code} ${reason.detail}`} class={speaksFor(reason) ? 'for' : 'against'}>
          {signOf(reason)}
        </span>
      ))}
    </>
  );
}

function ChosenFacts({
  line,
  proposal: { transaction, reasons },
}: Pick<CandidateProps, 'line' | 'proposal'>) {
  const { type, reference } = transaction;
  const facts = [texts().ui.type[type], accountOf(transaction), reference];
  return (
    <>
      {line.amount !== transaction.amount && <Difference line={line} transaction={transaction} />}
      <ReasonList reasons={reasons} lineId={line.lineId} />
      <p class="hint">{facts.filter(Boolean).join(' · ')}</p>
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
