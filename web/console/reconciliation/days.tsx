import { changeParams, hrefOf, useRoute } from '../router.ts';
import { CsvExport } from '../search/export.tsx';
import { useSignedIn } from '../session/context.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import { lazy } from '../ui/lazy.tsx';
import { Async, Empty } from '../ui/states.tsx';
import { useLiveSummary } from '../ui/use-live-summary.ts';
import { writeDays } from './csv-rows.ts';
import { DayCharts } from './day-charts.tsx';
import { DayTable } from './day-table.tsx';
import { type AccountDays, addDays, daysFrom, isBlank } from './day-values.ts';
import { AccountDaysDocument } from './gql/graphql.ts';
import { RangeForm } from './range-form.tsx';

/** The day of all accounts. Few people open it, so its code is a separate file. */
const DayPage = lazy(async () => (await import('./day/day.tsx')).DayPage);

/** The days of an account: the balances of the bank, the outcomes of its lines, and the sums of the service. */
export function DaysView() {
  const { params } = useRoute();
  const accountId = params.get('account');
  if (accountId === null) return <DayPage />;
  return <AccountDaysView key={accountId} accountId={accountId} params={params} />;
}

interface ViewProps {
  readonly accountId: string;
  readonly params: URLSearchParams;
}

function AccountDaysView({ accountId, params }: ViewProps) {
  const { session } = useSignedIn();
  const { days: t } = reconciliationTexts();
  const fromDay = params.get('from') ?? undefined;
  const toDay = params.get('to') ?? undefined;
  const loaded = useLiveSummary<AccountDays>(`days ${accountId} ${fromDay} ${toDay}`, async () => {
    const request = { accountId, ...(fromDay && { fromDay }), ...(toDay && { toDay }) };
    return (await session.request(AccountDaysDocument, request)).accountDays;
  });
  const { data } = loaded;
  return (
    <>
      <RangeForm accountId={accountId} fromDay={data?.fromDay ?? fromDay} toDay={data?.toDay ?? toDay} />
      <Async what={t.what} loaded={loaded}>
        {(found) => (
          <>
            <DaysBar found={found} />
            {found.days.every(isBlank) ? (
              <Empty title={t.nothing}>{t.nothingHint}</Empty>
            ) : (
              <>
                <DayCharts found={found} />
                <DayTable
                  found={found}
                  openDay={params.get('open')}
                  onOpen={(open) => changeParams({ open }, { replace: true })}
                />
                <p class="hint">{t.legend}</p>
              </>
            )}
          </>
        )}
      </Async>
    </>
  );
}

/** Links to the days before and after, and the export. */
function DaysBar({ found }: { readonly found: AccountDays }) {
  const { days: t } = reconciliationTexts();
  const { accountId, fromDay, toDay } = found;
  const length = daysFrom(fromDay, toDay);
  const hrefBy = (days: number) =>
    hrefOf('reconciliation', {
      view: 'days',
      account: accountId,
      from: addDays(fromDay, days),
      to: addDays(toDay, days),
    });
  return (
    <div class="toolbar">
      <nav class="switch" aria-label={t.view.days}>
        <a href={hrefOf('reconciliation', { view: 'days', day: toDay })}>
          {reconciliationTexts().day.allAccounts}
        </a>
        <a href={hrefBy(-length)}>{t.earlier}</a>
        <a href={hrefBy(length)}>{t.later}</a>
      </nav>
      <CsvExport name="account-days" done={t.exported} writeAll={(begun) => writeDays(found, begun)} />
    </div>
  );
}
