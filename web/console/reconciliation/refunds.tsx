import { amountIn, formatShortTimestamp } from '../format.ts';
import { useSignedIn } from '../session/context.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import { Iban } from '../ui/iban.tsx';
import { useLoad } from '../ui/use-load.ts';
import { LineRefundsDocument } from './gql/graphql.ts';
import type { LineDetail } from './line-types.ts';

/** The refunds of a line and their states. It renders nothing for a line without refunds. */
export function Refunds({ line: { lineId, stateAt }, decisions }: LineDetail) {
  const isAny = decisions.some(({ state }) => state === 'giving-back');
  return isAny ? <RefundList key={`${lineId} ${stateAt}`} lineId={lineId} /> : null;
}

function RefundList({ lineId }: { readonly lineId: string }) {
  const { session } = useSignedIn();
  const { refund: t } = reconciliationTexts().desk;
  // If this fails, the rest of the pane is still shown.
  const { data: found } = useLoad(lineId, async () => {
    const parts = [
      session.request(LineRefundsDocument, { lineId }),
      import('../payouts/history.tsx'),
    ] as const;
    const [{ refunds }, { PayoutHistory }] = await Promise.all(parts);
    return { refunds, PayoutHistory };
  });
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
