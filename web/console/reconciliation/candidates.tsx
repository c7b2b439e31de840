import { Fragment } from 'preact';
import { hrefOf } from '../router.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import { CandidateRow } from './candidate-row.tsx';
import { nameOf, signedAmount } from './labels.ts';
import { couldPay, isOpen, type Line, type LineDetail, type Proposal } from './line-types.ts';
import type { LineActions } from './use-line-actions.ts';

interface CandidatesProps {
  readonly detail: LineDetail;
  readonly actions: LineActions;
  readonly canChange: boolean;
}

/** The transactions that a line may pay, the likeliest first, with the evidence for and against each. */
export function Candidates({ detail: { line, together }, actions, canChange }: CandidatesProps) {
  const { desk: t } = reconciliationTexts();
  const isMatched = line.transactionId !== null && line.transactionId !== undefined;
  if (isMatched && actions.proposals.length === 0)
    return (
      <section>
        <h3>{t.matchedWith}</h3>
        <a href={hrefOf('search', { open: line.transactionId ?? '' })}>{t.openTransaction}</a>
        <Together lines={together} />
      </section>
    );
  return (
    <section>
      <h3>{isMatched ? t.matchedWith : t.candidates}</h3>
      <Together lines={together} />
      {canChange && couldPay(line) && <Tie tied={actions.tied} isChosen={actions.chosen !== undefined} />}
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
              canChange={canChange && isOpen(line)}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A notice that several candidates match equally well, so that only the operator can choose. */
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

/** The other lines that have paid the transaction together with this one. */
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
