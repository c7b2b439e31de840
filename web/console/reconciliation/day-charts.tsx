import { formatDay } from '../format.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import { locale } from '../texts/texts.ts';
import { type AccountDays, type Day, signed } from './day-values.ts';

const HEIGHT = 120;
/** The width of a day. The drawing is as wide as its container. */
const STEP = 10;

const KINDS = ['closing', 'drift'] as const;

/** The closing balance and the drift, day by day. The table below has every number. */
export function DayCharts({ found }: { readonly found: AccountDays }) {
  return (
    <div class="figures day-figures">
      {KINDS.map((kind) => (
        <DayChart key={kind} kind={kind} found={found} />
      ))}
    </div>
  );
}

interface ChartProps {
  readonly kind: (typeof KINDS)[number];
  readonly found: AccountDays;
}

function DayChart({ kind, found: { days, currency } }: ChartProps) {
  const { days: t } = reconciliationTexts();
  const values = days.map((day) => day[kind] ?? null);
  const known = values.filter((value) => value !== null);
  const [least, most] = [Math.min(0, ...known), Math.max(0, ...known)];
  const scale = most - least || 1;
  const y = (value: number) => ((most - value) / scale) * HEIGHT;
  const shown = (value: number) => signed(value, currency);
  const label = t.chartOf(t.charts[kind], shown(Math.min(...known, most)), shown(Math.max(...known, least)));
  return (
    <figure>
      <figcaption>
        <h2>{t.charts[kind]}</h2>
      </figcaption>
      <div class="day-chart">
        <div class="day-axis" aria-hidden="true">
          <span>{short(most)}</span>
          <span>{short(least)}</span>
        </div>
        <svg
          role="img"
          aria-label={label}
          viewBox={`0 -2 ${days.length * STEP} ${HEIGHT + 4}`}
          preserveAspectRatio="none"
        >
          <line class="zero" x1="0" x2={days.length * STEP} y1={y(0)} y2={y(0)} />
          {days.map((day, index) => (
            <Mark key={day.day} kind={kind} day={day} before={days[index - 1]} x={index * STEP} y={y}>
              {`${formatDay(day.day)}: ${signed(day[kind], currency)}`}
            </Mark>
          ))}
        </svg>
        <div class="day-ends" aria-hidden="true">
          <span>{formatDay(days[0]?.day ?? '')}</span>
          <span>{formatDay(days.at(-1)?.day ?? '')}</span>
        </div>
      </div>
    </figure>
  );
}

interface MarkProps {
  readonly kind: ChartProps['kind'];
  readonly day: Day;
  readonly before: Day | undefined;
  readonly x: number;
  readonly y: (value: number) => number;
  /** The description of the day, shown to a pointer. */
  readonly children: string;
}

/**
 * A day: a bar from zero for its drift, and a step of the line for its balance. A day that does not add up is marked.
 */
function Mark({ kind, day, before, x, y, children }: MarkProps) {
  const value = day[kind];
  if (value == null) return null;
  const isOff = kind === 'drift' ? day.unexplained !== 0 : Boolean(day.difference || day.gap);
  const top = Math.min(y(value), y(0));
  const height = Math.abs(y(value) - y(0));
  const from = before?.closing;
  return (
    <g class={isOff ? 'off' : undefined}>
      <title>{children}</title>
      <rect class="reach" x={x} y="0" width={STEP} height={HEIGHT} />
      <rect class="amount" x={x + 1} y={top} width={STEP - 2} height={height} />
      {kind === 'closing' && (
        <path
          class="level"
          d={`${from == null ? '' : `M ${x} ${y(from)} L`}${from == null ? `M ${x}` : `${x}`} ${y(value)} L ${x + STEP} ${y(value)}`}
        />
      )}
    </g>
  );
}

function short(value: number): string {
  return new Intl.NumberFormat(locale(), { notation: 'compact' }).format(value);
}
