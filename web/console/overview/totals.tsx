import { formatCount, formatDuration, formatMoney } from '../format.ts';
import { overviewTexts } from '../texts/overview.ts';
import { locale } from '../texts/texts.ts';
import { formatRate, rateOf } from './metrics.ts';
import { addUp } from './series.ts';
import type { SplitCounts } from './split.ts';

interface TotalsProps {
  readonly now: readonly SplitCounts[];
  readonly before: readonly SplitCounts[];
  readonly days: number;
  readonly isByDay: boolean;
}

/** The sums of all groups, each with its change since the period before. */
export function Totals({ now, before, days, isByDay }: TotalsProps) {
  const t = overviewTexts();
  const [sum, earlier] = [addUp(now), addUp(before)];
  const totals: readonly (readonly [title: string, value: string, change?: string | undefined])[] = [
    [t.totals.deposits, formatMoney(sum.depositAmount), changeOf(sum.depositAmount, earlier.depositAmount)],
    [
      t.totals.withdrawals,
      formatMoney(sum.withdrawalAmount),
      changeOf(sum.withdrawalAmount, earlier.withdrawalAmount),
    ],
    [t.totals.created, formatCount(sum.createdCount), changeOf(sum.createdCount, earlier.createdCount)],
    [t.totals.rate, say(rateOf(sum), formatRate), changeOf(rateOf(sum), rateOf(earlier))],
    [
      t.totals.time,
      say(sum.secondsToSettle, formatDuration),
      changeOf(sum.secondsToSettle, earlier.secondsToSettle),
    ],
    [t.totals.pending, formatCount(sum.pendingCount)],
  ];
  return (
    <section class="totals">
      <dl>
        {totals.map(([title, value, change]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
            {change && <dd class="change">{change}</dd>}
          </div>
        ))}
      </dl>
      <p class="hint">
        {t.compared(days)} {t.lines(isByDay ? 7 : days)}
      </p>
    </section>
  );
}

function say(value: number | null | undefined, format: (value: number) => string): string {
  return value == null ? '–' : format(value);
}

/** The change of a value in percent of the earlier one; undefined when one of them is missing. */
function changeOf(now: number | null | undefined, before: number | null | undefined): string | undefined {
  const t = overviewTexts();
  if (now == null || before == null) return undefined;
  if (now === before) return t.same;
  if (before === 0) return t.newNow;
  const format = { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 0 } as const;
  return new Intl.NumberFormat(locale(), format).format((now - before) / before);
}
