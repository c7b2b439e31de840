import type { ComponentChildren } from 'preact';
import { amountIn, formatCount, formatDay } from '../format.ts';
import { useSignedIn } from '../session/context.ts';
import { payoutTexts } from '../texts/payouts.ts';
import { Iban } from '../ui/iban.tsx';
import { Badge } from '../ui/parts.tsx';
import { Async } from '../ui/states.tsx';
import { useLiveSummary } from '../ui/use-live-summary.ts';
import { ReviewDocument, type ReviewQuery, type WholeBatchFragment } from './gql/graphql.ts';

type Review = ReviewQuery['payoutReview'];
type Row = Review['marked'][number];

/** At most this many first-time payees without another mark are named at once. */
const MAX_NEW = 3;
const MARKS = [
  ['isBlacklisted', 'bad'],
  ['isMerchantDisabled', 'bad'],
  ['isChangedPayee', 'warn'],
  ['isChangedName', 'warn'],
  ['isNewPayee', 'warn'],
] as const;

/** What a person checks before approving exactly this content of a batch. */
export function BatchReview({
  batch: { payoutId, approvals, state },
}: {
  readonly batch: WholeBatchFragment;
}) {
  const { session } = useSignedIn();
  const t = payoutTexts().review;
  const given = approvals.filter(({ counts }) => counts).length;
  const loaded = useLiveSummary<Review>(
    `review ${payoutId} ${given}`,
    async () => (await session.request(ReviewDocument, { payoutId })).payoutReview,
  );
  return (
    <section class="review" aria-label={t.title}>
      <h3>{t.title}</h3>
      <Async what={t.what} loaded={loaded}>
        {(review) => (
          <>
            <Figures review={review} isUnderWay={state === 'approved'} />
            <h4>{t.largest}</h4>
            <Rows rows={review.largest} currency={review.currency} />
            <Unusual review={review} />
          </>
        )}
      </Async>
    </section>
  );
}

interface FiguresProps {
  readonly review: Review;
  /** Whether the money under way includes the batch. */
  readonly isUnderWay: boolean;
}

/** Compares the sum with the balance of the account, and names how many people must approve. */
function Figures({ review, isUnderWay }: FiguresProps) {
  const t = payoutTexts().review;
  const { sum, currency, balance, balanceDay, underWay, dailyLimit, dailyLeft } = review;
  const { approvalsNeeded, approvalsGiven, reasons } = review;
  const money = (amount: number) => amountIn(currency, amount);
  const isShort = balance != null && balance < underWay + (isUnderWay ? 0 : sum);
  const isOver = dailyLeft != null && dailyLeft < sum;
  return (
    <dl>
      <Figure title={t.sum}>{money(sum)}</Figure>
      <Figure title={t.balance}>
        {balance == null ? t.noBalance : money(balance)}
        {balanceDay && <small>{t.balanceOf(formatDay(balanceDay))}</small>}
        {isShort && <Badge tone="warn" text={t.short} />}
      </Figure>
      <Figure title={isUnderWay ? t.underWayWithThis : t.underWay}>
        {money(underWay)}
        {underWay > 0 && <small>{t.underWayToo}</small>}
      </Figure>
      <Figure title={t.dailyLeft}>
        {dailyLeft == null ? t.noLimit : money(dailyLeft)}
        {dailyLimit != null && <small>{t.ofLimit(money(dailyLimit))}</small>}
        {isOver && <Badge tone="bad" text={t.over} />}
      </Figure>
      <Figure title={t.approvals}>
        {t.needed(formatCount(approvalsNeeded), formatCount(approvalsGiven))}
        {reasons.length > 0 && <small>{reasons.map((reason) => t.reasons[reason]).join(', ')}</small>}
        {!review.isWithinHours && <Badge tone="warn" text={t.outsideHours} />}
      </Figure>
    </dl>
  );
}

interface FigureProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

function Figure({ title, children }: FigureProps) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** What is unusual about the rows. The largest ones have their marks above. */
function Unusual({ review: { largest, marked, currency } }: { readonly review: Review }) {
  const t = payoutTexts().review;
  const counts = MARKS.map(([mark, tone]) => ({
    mark,
    tone,
    count: marked.filter((row) => row[mark]).length,
  }));
  // A payee whom the blacklist stops is never among those that are left out here.
  const shown = new Set(largest.map(({ transactionId }) => transactionId));
  const others = marked.filter(({ transactionId }) => !shown.has(transactionId));
  const urgent = others.filter((row) => urgencyOf(row) > MIN_URGENCY);
  const onlyNew = others.filter((row) => urgencyOf(row) === MIN_URGENCY);
  return (
    <>
      <h4>{t.unusual}</h4>
      {marked.length === 0 && <p class="hint">{t.nothing}</p>}
      <p class="marks">
        {counts
          .filter(({ count }) => count > 0)
          .map(({ mark, tone, count }) => (
            <Badge key={mark} tone={tone} text={`${t.marks[mark]}: ${formatCount(count)}`} />
          ))}
      </p>
      <Rows rows={urgent.toSorted((a, b) => urgencyOf(b) - urgencyOf(a))} currency={currency} />
      {onlyNew.length > MAX_NEW ? (
        <details>
          <summary>{t.newPayees(formatCount(onlyNew.length))}</summary>
          <Rows rows={onlyNew} currency={currency} />
        </details>
      ) : (
        <Rows rows={onlyNew} currency={currency} />
      )}
    </>
  );
}

const MIN_URGENCY = 1 - MARKS.length;

function urgencyOf(row: Row): number {
  return -MARKS.findIndex(([mark]) => row[mark]);
}

function Rows({ rows, currency }: { readonly rows: readonly Row[]; readonly currency: string }) {
  const t = payoutTexts().review;
  return (
    <ul class="plain payees">
      {rows.map((row) => (
        <li key={row.transactionId}>
          <span class="number">{amountIn(currency, row.amount)}</span> <bdi>{row.accountName}</bdi>{' '}
          <Iban iban={row.iban} />{' '}
          <span class="marks">
            {MARKS.filter(([mark]) => row[mark]).map(([mark, tone]) => (
              <Badge key={mark} tone={tone} text={t.marks[mark]} />
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}
