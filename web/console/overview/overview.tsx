import '../styles/overview.css';
import { StatisticsDocument } from '../gql/graphql.ts';
import type { TransactionType } from '../gql/schema.ts';
import { hrefOf, useRoute } from '../router.ts';
import { useSignedIn } from '../session/context.ts';
import { overviewTexts } from '../texts/overview.ts';
import { Async, Empty } from '../ui/states.tsx';
import { useLiveTransactions } from '../ui/use-live.ts';
import { useLoad } from '../ui/use-load.ts';
import { useSoon } from '../ui/use-soon.ts';
import { Figure } from './figure.tsx';
import { METRICS } from './metrics.ts';
import { dayGroups, mergeTypes, namedGroups, spansOf } from './series.ts';
import { Totals } from './totals.tsx';

const GROUPS = ['day', 'bank', 'client'] as const;
const SPANS_DAYS = [7, 30, 90] as const;

/** Transactions can change many times a second. The numbers are read again at most this often. */
const PAUSE_MS = 5_000;

/** Volume, outcomes, success rate and time to settle, by day, bank or client, compared with an earlier period. */
export function OverviewScreen() {
  const { session } = useSignedIn();
  const { group, days } = readView(useRoute().params);
  const t = overviewTexts();
  const loaded = useLoad(`${group} ${days}`, async () => {
    const nowMs = session.nowMs();
    const spans = spansOf(days, nowMs);
    const readType = async (span: keyof typeof spans, type: TransactionType) => {
      const asked = { ...spans[span], groupBy: group, type };
      return (await session.request(StatisticsDocument, asked)).stats;
    };
    const read = async (span: keyof typeof spans) =>
      mergeTypes(...(await Promise.all([readType(span, 'deposit'), readType(span, 'withdrawal')])));
    const [now, before] = await Promise.all([read('now'), read('before')]);
    const groups = group === 'day' ? dayGroups(now, before, { days, nowMs }) : namedGroups(now, before);
    return { now, before, groups };
  });
  useLiveTransactions(useSoon(loaded.reload, PAUSE_MS), loaded.restart);
  return (
    <>
      <div class="toolbar bar">
        <Switch
          label={t.groupBy}
          current={group}
          choices={GROUPS.map((by) => [by, t.groups[by]])}
          name="by"
        />
        <Switch
          label={t.span}
          current={String(days)}
          choices={SPANS_DAYS.map((span) => [String(span), t.days(span)])}
          name="days"
        />
        <button type="button" class="end" onClick={loaded.reload} disabled={loaded.isLoading}>
          {t.refresh}
        </button>
      </div>
      <Async what={t.what} loaded={loaded}>
        {({ now, before, groups }) =>
          now.length === 0 ? (
            <Empty title={t.nothing(days)} />
          ) : (
            <>
              <Totals now={now} before={before} days={days} isByDay={group === 'day'} />
              <div class="figures">
                {METRICS.map((metric) => (
                  <Figure
                    key={metric.name}
                    metric={metric}
                    groupTitle={t.groupTitles[group]}
                    groups={groups}
                    isByDay={group === 'day'}
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

function readView(params: URLSearchParams) {
  const group = GROUPS.find((known) => known === params.get('by')) ?? 'day';
  const days = SPANS_DAYS.find((span) => String(span) === params.get('days')) ?? 7;
  return { group, days };
}

interface SwitchProps {
  readonly label: string;
  readonly name: 'by' | 'days';
  readonly current: string;
  readonly choices: readonly (readonly [value: string, title: string])[];
}

function Switch({ label, name, current, choices }: SwitchProps) {
  const params = Object.fromEntries(useRoute().params);
  return (
    <nav class="switch" aria-label={label}>
      {choices.map(([value, title]) => (
        <a
          key={value}
          href={hrefOf('overview', { ...params, [name]: value })}
          aria-current={value === current ? 'true' : undefined}
        >
          {title}
        </a>
      ))}
    </nav>
  );
}
