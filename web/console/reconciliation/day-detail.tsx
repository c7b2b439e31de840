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
          <div>
            <dt>{t.columns.opening}</dt>
            <dd>{signed(day.opening, currency)}</dd>
          </div>
          {shown.map((part) => (
            <div key={part}>
              <dt>
                <a href={linesIn(GROUP_OF[part])}>{t.parts[part]}</a>
              </dt>
              <dd>{signed(day[part], currency)}</dd>
            </div>
          ))}
          <Sum title={t.columns.movement} amount={day.movement} currency={currency} />
          <div>
            <dt>{t.columns.closing}</dt>
            <dd>{signed(day.closing, currency)}</dd>
          </div>
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
          <div>
            <dt>
              <a href={moved('deposit')}>{t.believedDeposits}</a>
            </dt>
            <dd>{signed(day.believedDeposits, currency)}</dd>
          </div>
          <div>
            <dt>
              <a href={moved('withdrawal')}>{t.believedWithdrawals}</a>
            </dt>
            <dd>{signed(-day.believedWithdrawals || 0, currency)}</dd>
          </div>
          <Sum title={t.columns.believed} amount={day.believed} currency={currency} />
          <div>
            <dt>{t.columns.drift}</dt>
            <dd>{signed(day.drift, currency)}</dd>
          </div>
          <div>
            <dt>{t.columns.unexplained}</dt>
            <dd>{signed(day.unexplained, currency)}</dd>
          </div>
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

interface SumProps {
  readonly title: string;
  readonly amount: number;
  readonly currency: string;
}

function Sum({ title, amount, currency }: SumProps) {
  return (
    <div class="sum">
      <dt>{title}</dt>
      <dd>{signed(amount, currency)}</dd>
    </div>
  );
}
