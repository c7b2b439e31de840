import { useEffect, useState } from 'preact/hooks';
import { amountIn, formatShortTimestamp } from '../format.ts';
import { useSignedIn } from '../session/context.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import { Iban } from '../ui/iban.tsx';
import { LineRefundsDocument, type LineRefundsQuery } from './gql/graphql.ts';
import type { LineDetail } from './line-types.ts';

type Refund = LineRefundsQuery['refunds'][number];
type Shown = typeof import('../payouts/history.tsx').PayoutHistory;

/** What of a line was given back, and what became of it; nothing for a line of which nothing was. */
export function Refunds({ line: { lineId, stateAt }, decisions }: LineDetail) {
  const isAny = decisions.some(({ state }) => state === 'giving-back');
  return isAny ? <RefundList key={`${lineId} ${stateAt}`} lineId={lineId} /> : null;
}

function RefundList({ lineId }: { readonly lineId: string }) {
  const { session } = useSignedIn();
  const { refund: t } = reconciliationTexts().desk;
  const [found, setFound] = useState<{
    readonly refunds: readonly Refund[];
    readonly PayoutHistory: Shown;
  }>();
  useEffect(() => {
    let isUnmounted = false;
    void Promise.all([session.request(LineRefundsDocument, { lineId }), import('../payouts/history.tsx')])
      .then(([{ refunds }, { PayoutHistory }]) => !isUnmounted && setFound({ refunds, PayoutHistory }))
      // The rest of the pane is shown without it.
      .catch(() => {});
    return () => {
      isUnmounted = true;
    };
  }, [session, lineId]);
  if (!found) return null;
  return (
    <section class="refunds">
      <h3>{t.title}</h3>
      {found.refunds.map((refund) => (
        <article key={refund.refundId}>
          <p>
            {t.states[refund.state](amountIn(refund.currency, refund.amount))} ·{' '}
            <bdi>{refund.accountName}</bdi> · <Iban iban={refund.iban} />
          </p>
          <p class="hint">
            {t.by(refund.createdBy, formatShortTimestamp(refund.createdAt), refund.reason)}
            {refund.state === 'open' && refund.payouts.length === 0 && ` ${t.next}`}
          </p>
          {refund.payouts.length > 0 && <found.PayoutHistory payouts={refund.payouts} />}
        </article>
      ))}
    </section>
  );
}
