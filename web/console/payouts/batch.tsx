import { useState } from 'preact/hooks';
import { formatShortTimestamp } from '../format.ts';
import { Presence, ViewingNow } from '../presence/later.ts';
import { hrefOf, navigate } from '../router.ts';
import { useRight, useSignedIn } from '../session/context.ts';
import { payoutTexts } from '../texts/payouts.ts';
import { Async } from '../ui/states.tsx';
import { useLiveSummary } from '../ui/use-live-summary.ts';
import { useShortcuts } from '../ui/use-shortcuts.ts';
import { BatchActions } from './batch-actions.tsx';
import { BatchHead, Signatures } from './batch-head.tsx';
import { BatchDocument, type WholeBatchFragment } from './gql/graphql.ts';
import { BatchReview } from './review.tsx';
import { BatchRows, stillWaiting, useMoreRows } from './rows.tsx';
import { BATCH_INTERVAL_MS } from './use-batches.ts';

type Batch = WholeBatchFragment;

/** One batch: what it pays, who has approved it, and what can be done about it. */
export function BatchView({ payoutId }: { readonly payoutId: string }) {
  const { session } = useSignedIn();
  const loaded = useLiveSummary<Batch>(
    `payout ${payoutId}`,
    async () => (await session.request(BatchDocument, { payoutId })).payout,
    BATCH_INTERVAL_MS,
  );
  useShortcuts({ Escape: () => navigate(hrefOf('payouts')) });
  return (
    <>
      <Presence open={payoutId} />
      <div class="toolbar bar back">
        <a href={hrefOf('payouts')}>{payoutTexts().batch.back}</a>
        <ViewingNow id={payoutId} />
      </div>
      <Async what={payoutTexts().what} loaded={loaded}>
        {(batch) => (
          <Whole batch={batch} onChanged={(next) => loaded.update(() => next)} onExported={loaded.reload} />
        )}
      </Async>
    </>
  );
}

interface WholeProps {
  readonly batch: Batch;
  readonly onChanged: (batch: Batch) => void;
  /** Called when the batch has to be read again. */
  readonly onExported: () => void;
}

function Whole({ batch, onChanged, onExported }: WholeProps) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const rows = useMoreRows(batch);
  // Meanwhile other people may reject rows, and the bank may pay or refuse them. A choice that has become empty is
  // still a choice.
  const chosen = ticked.size > 0 ? stillWaiting(rows, ticked) : undefined;
  const clear = () => setTicked(new Set());
  const canChange = useRight('changeTransactions');
  const isOpen = batch.state === 'prepared' || batch.state === 'approved';
  const canChoose = canChange && (isOpen || batch.state === 'exported');
  return (
    <article class="batch">
      <BatchHead batch={batch} />
      {canChange && (
        <BatchActions
          batch={batch}
          chosen={chosen}
          onClear={clear}
          onChanged={(next) => {
            clear();
            onChanged(next);
          }}
          onExported={onExported}
        />
      )}
      {isOpen && <BatchReview key={batch.contentHash} batch={batch} />}
      <Approvals batch={batch} />
      <BatchRows batch={batch} rows={rows} chosen={chosen} onChoose={canChoose ? setTicked : undefined} />
      <Signatures />
    </article>
  );
}

function Approvals({ batch: { approvals, state } }: { readonly batch: Batch }) {
  const t = payoutTexts().batch;
  return (
    <section>
      <h3>{t.approvals}</h3>
      {approvals.length === 0 && state !== 'rejected' && <p class="hint">{t.noApprovals}</p>}
      <ul class="plain">
        {approvals.map(({ approvedBy, approvedAt, isCurrent, counts }) => (
          <li key={`${approvedBy} ${approvedAt}`} class={counts ? undefined : 'late'}>
            {t.approvedBy(approvedBy, formatShortTimestamp(approvedAt))}
            {!counts && ` (${isCurrent ? t.lapsed : t.outdated})`}
          </li>
        ))}
      </ul>
    </section>
  );
}
