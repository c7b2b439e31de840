import { Fragment } from 'preact';
import { accountOf } from '../names.ts';
import { hrefOf } from '../router.ts';
import { useClientNames } from '../search-field/choices.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import { texts } from '../texts/texts.ts';
import { StatusBadge, Timestamp } from '../ui/parts.tsx';
import { DecideCandidate } from './decide-candidate.tsx';
import { amountIn, hrefsOf, nameOf, reasonOf, signedAmount, signOf, speaksFor } from './labels.ts';
import {
  type Candidate,
  effectOf,
  isOpen,
  type Line,
  type LineDetail,
  mayPay,
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
export function Candidates({ detail: { line, together }, actions, mayChange }: CandidatesProps) {
  const { desk: t } = reconciliationTexts();
  const isMatched = line.transactionId !== null && line.transactionId !== undefined;
  if (isMatched && actions.proposals.length === 0)
    return (
      <section>
        <h3>{t.matchedWith}</h3>
        <TransactionLink id={line.transactionId} />
        <Together lines={together} />
      </section>
    );
  return (
    <section>
      <h3>{isMatched ? t.matchedWith : t.candidates}</h3>
      <Together lines={together} />
      {mayChange && mayPay(line) && <Tie tied={actions.tied} isChosen={actions.chosen !== undefined} />}
      {actions.proposals.length === 0 && <p class="hint">{t.noCandidates}</p>}
      <ol class="candidates">
        {actions.proposals.map((proposal, index) => (
          <li
            key={proposal.transaction.transactionId}
            class={index === actions.chosen ? 'chosen' : undefined}
          >
            <CandidateRow
              isChosen={index === actions.chosen}
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

/** A notice that several candidates fit equally, so that only the operator can choose. */
function Tie({ tied, isChosen }: { readonly tied: readonly Proposal[]; readonly isChosen: boolean }) {
  const { desk: t } = reconciliationTexts();
  const [first] = tied;
  if (!first) return null;
  return (
    <p class="tie" role="status">
      <strong>{t.tied[first.transaction.type](String(tied.length))}</strong>{' '}
      {!isChosen && <span class="for-keys">{t.tied.choose(String(tied.length))}</span>}
    </p>
  );
}

/** The other lines that have paid the transaction with this one. */
function Together({ lines }: { readonly lines: readonly Line[] }) {
  if (lines.length === 0) return null;
  return (
    <p class="together">
      {reconciliationTexts().desk.together}
      {lines.map((line) => (
        <Fragment key={line.lineId}>
          {' '}
          <a href={hrefOf('reconciliation', { group: 'all', open: line.lineId })}>
            {signedAmount(line)} · <bdi>{nameOf(line)}</bdi>
          </a>
        </Fragment>
      ))}
    </p>
  );
}

function TransactionLink({ id }: { readonly id: string | null | undefined }) {
  return <a href={hrefOf('search', { open: id ?? '' })}>{reconciliationTexts().desk.openTransaction}</a>;
}

interface CandidateProps extends Pick<CandidatesProps, 'actions' | 'mayChange'> {
  readonly line: Line;
  readonly proposal: Proposal;
  /** The key that chooses it. */
  readonly number: number;
  readonly isChosen: boolean;
}

/** A candidate as one row: the merchant, the party, the amount, and what speaks for and against it. The chosen one says all. */
function CandidateRow({ line, proposal, number, isChosen, actions, mayChange }: CandidateProps) {
  const { transaction, reasons } = proposal;
  const { createdAt, appKey, status } = transaction;
  const client = useClientNames()(appKey);
  const decide = mayChange && (
    <DecideCandidate line={line} proposal={proposal} number={number} actions={actions} />
  );
  const isShort = !isChosen && effectOf(line, proposal) !== undefined;
  return (
    <>
      <div class="candidate-row">
        {mayChange && <kbd class="for-keys">{number}</kbd>}
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

/** What speaks for and against a candidate, each in a word. */
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

interface ReasonsProps {
  readonly reasons: readonly Reason[];
  /** The line that the reasons are about. */
  readonly lineId: string;
}

/** The reasons as sentences, with links to the other lines or deposits that they mention. */
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
