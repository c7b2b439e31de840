import { useEffect, useState } from 'preact/hooks';
import { formatDay, formatMoney } from '../format.ts';
import { LinesOfDocument, type LinesOfQuery } from '../gql/graphql.ts';
import { hrefOf } from '../router.ts';
import { useChoices } from '../search-field/choices.ts';
import { useSignedIn } from '../session/context.ts';
import { texts } from '../texts/texts.ts';

type Lines = LinesOfQuery['linesOfTransaction'];

/** The bank lines that paid a transaction, or brought its money back, as links to them; nothing for one that no line has paid. */
export function PaidBy({ transactionId }: { readonly transactionId: string }) {
  const { session } = useSignedIn();
  const { accounts } = useChoices();
  const [lines, setLines] = useState<Lines>([]);
  useEffect(() => {
    let isUnmounted = false;
    void session
      .request(LinesOfDocument, { transactionId })
      .then(({ linesOfTransaction }) => {
        if (!isUnmounted) setLines(linesOfTransaction);
      })
      // The rest of the pane is shown without it.
      .catch(() => {});
    return () => {
      isUnmounted = true;
    };
  }, [session, transactionId]);
  if (lines.length === 0) return null;
  return (
    <section>
      <h3>{texts().detail.paidBy}</h3>
      <ul class="paid-by">
        {lines.map(({ line, fileName }) => {
          const day = line.bookingDate ?? line.valueDate;
          const account = accounts.find(({ accountId }) => accountId === line.accountId)?.title;
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
              <small>{[account, fileName].filter(Boolean).join(' · ')}</small>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
