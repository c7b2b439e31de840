import { formatAmount, formatCount } from '../format.ts';
import { StatisticsDocument } from '../gql/graphql.ts';
import { hrefOf, useRoute } from '../router.ts';
import type { Counts, StatisticsGroup } from '../service/types.ts';
import { useSignedIn } from '../session/context.ts';
import { Async, Empty } from '../ui/states.tsx';
import { useLoad } from '../ui/use-load.ts';
import { Figure } from './figure.tsx';
import { METRICS } from './metrics.ts';

const GROUPS = { day: 'Day (UTC)', bank: 'Bank', client: 'Client' } as const satisfies Partial<
  Record<StatisticsGroup, string>
>;
type Group = keyof typeof GROUPS;

const SPANS_DAYS = [7, 30, 90] as const;
const DAY_MS = 86_400_000;

/** Volume, count, success rate and time to settle, by day, bank or client. */
export function OverviewScreen() {
  const { session } = useSignedIn();
  const { group, days } = readView(useRoute().params);
  const loaded = useLoad(`${group} ${days}`, async () => {
    const span = spanOf(days, session.nowMs());
    const { stats } = await session.request(StatisticsDocument, { input: { ...span, groupBy: group } });
    return group === 'day' && stats.length > 0 ? everyDay(stats, span.from, days) : stats;
  });
  return (
    <>
      <div class="toolbar">
        <Switch
          label="Group by"
          current={group}
          choices={Object.keys(GROUPS)}
          titleOf={(by) => `By ${by}`}
          name="by"
        />
        <Switch
          label="Span"
          current={String(days)}
          choices={SPANS_DAYS.map(String)}
          titleOf={(span) => `${span} days`}
          name="days"
        />
        <button type="button" class="end" onClick={loaded.reload} disabled={loaded.isLoading}>
          Refresh
        </button>
      </div>
      <Async what="the numbers" loaded={loaded}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={`Nothing was created in the last ${days} days`} />
          ) : (
            <>
              <Totals rows={rows} />
              <div class="figures">
                {METRICS.map((metric) => (
                  <Figure
                    key={metric.title}
                    metric={metric}
                    groupTitle={GROUPS[group]}
                    rows={rows}
                    labelOf={labelOf}
                  />
                ))}
              </div>
            </>
          )
        }
      </Async>
    </>
  );
}

function readView(params: URLSearchParams): { readonly group: Group; readonly days: number } {
  const group = params.get('by') ?? '';
  const days = SPANS_DAYS.find((span) => String(span) === params.get('days')) ?? 30;
  return { group: isGroup(group) ? group : 'day', days };
}

function isGroup(text: string): text is Group {
  return Object.hasOwn(GROUPS, text);
}

/** Returns a span of whole UTC days that ends with the current day. */
function spanOf(days: number, nowMs: number): { readonly from: string; readonly to: string } {
  const toMs = (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS;
  return { from: new Date(toMs - days * DAY_MS).toISOString(), to: new Date(toMs).toISOString() };
}

/** Adds the days on which nothing was created. */
function everyDay(stats: readonly Counts[], from: string, days: number): readonly Counts[] {
  const byDay = new Map(stats.map((counts) => [counts.key, counts]));
  return Array.from({ length: days }, (_, index) => {
    const key = new Date(Date.parse(from) + index * DAY_MS).toISOString().slice(0, 10);
    return byDay.get(key) ?? { ...NO_COUNTS, key };
  });
}

const NO_COUNTS: Omit<Counts, 'key'> = {
  createdCount: 0,
  createdAmount: 0,
  pendingCount: 0,
  successfulCount: 0,
  successfulAmount: 0,
  unsuccessfulCount: 0,
  expiredCount: 0,
  cancelledCount: 0,
  rejectedCount: 0,
  reversedCount: 0,
};

function labelOf({ key, name }: Counts): string {
  return name ?? key;
}

interface SwitchProps {
  readonly label: string;
  readonly name: 'by' | 'days';
  readonly current: string;
  readonly choices: readonly string[];
  readonly titleOf: (choice: string) => string;
}

function Switch({ label, name, current, choices, titleOf }: SwitchProps) {
  const params = Object.fromEntries(useRoute().params);
  return (
    <nav class="switch" aria-label={label}>
      {choices.map((choice) => (
        <a
          key={choice}
          href={hrefOf('overview', { ...params, [name]: choice })}
          aria-current={choice === current ? 'true' : undefined}
        >
          {titleOf(choice)}
        </a>
      ))}
    </nav>
  );
}

function Totals({ rows }: { readonly rows: readonly Counts[] }) {
  const sum = (read: (counts: Counts) => number) => rows.reduce((total, counts) => total + read(counts), 0);
  // The sum is in whole cents, because sums of fractions drift.
  const paid = sum(({ successfulAmount }) => Math.round(successfulAmount * 100)) / 100;
  const totals = [
    ['Paid', formatAmount(paid)],
    ['Created', formatCount(sum(({ createdCount }) => createdCount))],
    ['Successful', formatCount(sum(({ successfulCount }) => successfulCount))],
    ['Unsuccessful', formatCount(sum(({ unsuccessfulCount }) => unsuccessfulCount))],
    ['Pending', formatCount(sum(({ pendingCount }) => pendingCount))],
  ] as const;
  return (
    <dl class="totals">
      {totals.map(([title, value]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
