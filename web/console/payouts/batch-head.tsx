import { useLayoutEffect, useRef } from 'preact/hooks';
import { amountIn, formatCount, formatDay, formatShortTimestamp } from '../format.ts';
import { useChoices } from '../search-field/choices.ts';
import { payoutTexts } from '../texts/payouts.ts';
import type { WholeBatchFragment } from './gql/graphql.ts';
import { StateBadge } from './words.tsx';

const STEPS = ['prepared', 'approved', 'exported', 'paid'] as const;

/** What a batch pays, and how far it is. */
export function BatchHead({ batch }: { readonly batch: WholeBatchFragment }) {
  const { accounts } = useChoices();
  const heading = useRef<HTMLHeadingElement>(null);
  // What has opened the batch, a row or a button, is gone.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  const t = payoutTexts();
  const { number, state, count, sum, currency, executionDay, preparedBy, createdAt, rejectedBy } = batch;
  const account = accounts.find(({ accountId }) => accountId === batch.accountId);
  const place = (STEPS as readonly string[]).indexOf(state);
  return (
    <header class="batch-head">
      <h2 ref={heading} tabIndex={-1}>
        {t.batch.sheet(number)} <StateBadge state={state} />
      </h2>
      <p class="sum">{amountIn(currency, sum)}</p>
      <p>
        {t.batch.payouts(formatCount(count))} · {formatDay(executionDay)}
        {account && ` · ${account.title}`}
      </p>
      {place >= 0 && (
        <ol class="steps">
          {STEPS.map((step, index) => (
            <li
              key={step}
              class={index <= place ? 'done' : undefined}
              aria-current={index === place ? 'step' : undefined}
            >
              {t.steps[step]}
            </li>
          ))}
        </ol>
      )}
      <p class="hint">{t.batch.preparedBy(preparedBy, formatShortTimestamp(createdAt))}</p>
      {rejectedBy && (
        <p class="late">
          {t.batch[state === 'rejected' ? 'rejectedBy' : 'someRejectedBy'](
            rejectedBy,
            batch.rejectReason ?? '',
          )}
        </p>
      )}
      <p class="hint hash">
        {t.batch.hash} <code>{batch.contentHash.slice(0, 16)}</code>
      </p>
    </header>
  );
}

/** On paper two people sign. */
export function Signatures() {
  const { signature } = payoutTexts().batch;
  return (
    <div class="signatures" aria-hidden="true">
      <p>{signature}</p>
      <p>{signature}</p>
    </div>
  );
}
