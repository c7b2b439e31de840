import { formatDay, formatMoney } from '../format.ts';
import { hrefOf } from '../router.ts';
import { useAccountTitles } from '../search-field/choices.ts';
import { texts } from '../texts/texts.ts';
import type { Lines } from './detail-types.ts';

/** The bank lines that paid a transaction, or brought its money back, as links to them. */
export function PaidBy({ lines }: { readonly lines: Lines }) {
  const titleOf = useAccountTitles();
  return (
    <section>
      <h3>{texts().detail.paidBy}</h3>
      <ul class="paid-by">
        {lines.map(({ line, fileName }) => {
          const day = line.bookingDate ?? line.valueDate;
          return (
            <li key={line.lineId}>
              <a href={hrefOf('reconciliation', { group: 'all', open: line.lineId })}>
                {[
                  `${line.direction === 'debit' ? '−' : '+'}${formatMoney(line.amount)}`,
                  line.counterpartyName,
                  day && formatDay(day),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </a>
              <small>{[titleOf(line.accountId), fileName].filter(Boolean).join(' · ')}</small>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
