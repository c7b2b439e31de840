import { formatShortTimestamp } from '../format.ts';
import type { PayoutsOfQuery } from '../gql/graphql.ts';
import { hrefOf } from '../router.ts';
import { loadPayoutTexts, payoutTexts } from '../texts/payouts.ts';
import { RowState } from './words.tsx';

await loadPayoutTexts();

interface HistoryProps {
  readonly payouts: PayoutsOfQuery['payoutsOf'];
}

/** The batches that a withdrawal was put into, and what became of it there, the last one first. */
export function PayoutHistory({ payouts }: HistoryProps) {
  const t = payoutTexts();
  return (
    <section>
      <h3>{t.history.title}</h3>
      <ol class="history">
        {payouts.map((one) => (
          <li key={one.payoutId}>
            <p>
              <a href={hrefOf('payouts', { batch: one.payoutId })}>{t.name(one.number)}</a>{' '}
              <RowState state={one.rowState} bankReason={one.bankReason} />{' '}
              {one.lineId && (
                <a href={hrefOf('reconciliation', { group: 'all', open: one.lineId })}>{t.history.paid}</a>
              )}
            </p>
            <p class="hint">{describe(one)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function describe(one: HistoryProps['payouts'][number]): string {
  const t = payoutTexts().history;
  const { approvedBy, exportedBy, exportedAt, fileName } = one;
  const parts = [
    t.prepared(one.preparedBy, formatShortTimestamp(one.createdAt)),
    approvedBy.length > 0 && t.approved(approvedBy.join(', ')),
    exportedBy && exportedAt && t.exported(exportedBy, formatShortTimestamp(exportedAt), fileName ?? ''),
  ];
  return parts.filter(Boolean).join('; ');
}
