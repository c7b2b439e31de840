import { formatCount } from '../format.ts';
import type { TransactionType } from '../gql/schema.ts';
import { hrefOf } from '../router.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import { startOfDay } from '../time-zone.ts';
import { type AccountDays, type Day, PARTS, signed } from './day-values.ts';
import type { Group } from './groups.ts';

/** The groups of lines in which a part of the movement is found. */
const GROUP_OF: Readonly<Record<(typeof PARTS)[number], Group>> = {
  deposits: 'matched',
  payouts: 'matched',
  fees: 'all',
  otherDebits: 'all',
  unknown: 'unknown',
  waiting: 'all',
  held: 'all',
  putAway: 'away',
};

interface DetailProps {
  readonly day: Day;
  readonly found: AccountDays;
}

/** The outcomes of the lines of a day, next to the sums of the service, with links to both. */
export function DayDetail({ day, found: { accountId, currency } }: DetailProps) {
  const { days: t } = reconciliationTexts();
  const linesIn = (group: Group) =>
    hrefOf('reconciliation', { group, account: accountId, from: day.day, to: day.day });
  const at = (daysLater: number) => new Date(startOfDay(day.day, daysLater)).toISOString();
  const moved = (type?: TransactionType) =>
    hrefOf('search', { type, movedFrom: at(0), movedTo: at(1), movedAccountId: accountId });
  const shown = PARTS.filter((part) => day[part] !== 0);
  return (
    <div class="day-detail">
      {day.difference ? <p class="late">{t.offHint}</p> : null}
      {day.gap ? <p class="late">{t.gapHint}</p> : null}
      <section>
        <h3>{t.bank}</h3>
        <dl class="day-sums">
          <Fact title={t.columns.opening} amount={day.opening} currency={currency} />
          {shown.map((part) => (
            <Fact
              key={part}
              title={t.parts[part]}
              href={linesIn(GROUP_OF[part])}
              amount={day[part]}
              currency={currency}
            />
          ))}
          <Fact title={t.columns.movement} amount={day.movement} currency={currency} isSum />
          <Fact title={t.columns.closing} amount={day.closing} currency={currency} />
        </dl>
        {day.pendingCount > 0 && (
          <p class="hint">
            {t.pending(formatCount(day.pendingCount))}: {signed(day.pending, currency)}
          </p>
        )}
        {day.otherCurrencyCount > 0 && (
          <p class="hint">{t.otherCurrency(formatCount(day.otherCurrencyCount))}</p>
        )}
        <p>
          <a href={linesIn('all')}>{t.toLines(formatCount(day.lineCount + day.pendingCount))}</a>
        </p>
      </section>
      <section>
        <h3>{t.service}</h3>
        <dl class="day-sums">
          <Fact
            title={t.believedDeposits}
            href={moved('deposit')}
            amount={day.believedDeposits}
            currency={currency}
          />
          <Fact
            title={t.believedWithdrawals}
            href={moved('withdrawal')}
            amount={-day.believedWithdrawals || 0}
            currency={currency}
          />
          <Fact title={t.columns.believed} amount={day.believed} currency={currency} isSum />
          <Fact title={t.columns.drift} amount={day.drift} currency={currency} />
          <Fact title={t.columns.unexplained} amount={day.unexplained} currency={currency} />
        </dl>
        <p>
          <a href={moved()}>{t.toMoved}</a>
        </p>
        <p>
          <a href={hrefOf('search', { accountId, from: at(0), to: at(1) })}>{t.toTransactions}</a>
        </p>
      </section>
    </div>
  );
}

interface FactProps {
  readonly title: string;
  /** Where the amount comes from. */
  readonly href?: string;
  readonly amount: number | null | undefined;
  readonly currency: string;
  readonly isSum?: boolean;
}

function Fact({ title, href, amount, currency, isSum }: FactProps) {
  return (
    <div class={isSum ? 'sum' : undefined}>
      <dt>{href ? <a href={href}>{title}</a> : title}</dt>
      <dd>{signed(amount, currency)}</dd>
    </div>
  );
}
