import { useLayoutEffect } from 'preact/hooks';
import { isSamePerson } from '../../../src/kernel/person.ts';
import { amountIn, formatCount, formatDay } from '../format.ts';
import { Presence, ViewerMarks } from '../presence/later.ts';
import { hrefOf, navigate } from '../router.ts';
import { useChoices } from '../search-field/choices.ts';
import { useRight, useSignedIn } from '../session/context.ts';
import { payoutTexts } from '../texts/payouts.ts';
import { type Column, DataTable, focusRow } from '../ui/data-table.tsx';
import { Iban } from '../ui/iban.tsx';
import { Async, Empty } from '../ui/states.tsx';
import { useShortcuts } from '../ui/use-shortcuts.ts';
import type { BatchesQuery } from './gql/graphql.ts';
import { PolicyButton } from './policy.tsx';
import { type Batch, useBatches } from './use-batches.ts';
import { LineLink, RowState, StateBadge } from './words.tsx';

type Overdue = BatchesQuery['overduePayouts'][number];

/** The most overdue payouts that the query lists. */
const MAX_OVERDUE = 100;

interface ListProps {
  /** The batch that was left for the list. */
  readonly lastId: string | undefined;
}

/** All batches, newest first, after those that wait for the signed-in person. */
export function BatchList({ lastId }: ListProps) {
  const { session } = useSignedIn();
  const canChange = useRight('changeTransactions');
  const { loaded, open, isReading, readMore } = useBatches();
  const t = payoutTexts();
  const prepare = hrefOf('payouts', { new: 'yes' });
  const { payouts: batches = [], overduePayouts: overdue = [] } = loaded.data ?? {};
  const waiting = canChange ? open.filter((batch) => waitsFor(batch, session.name)) : [];
  const others = batches.filter(({ payoutId }) => !waiting.some((one) => one.payoutId === payoutId));
  useListKeys([...waiting, ...others], canChange ? prepare : undefined);
  const isThere = loaded.data !== undefined;
  useLayoutEffect(() => {
    if (isThere && lastId && document.activeElement === document.body) focusRow(lastId);
  }, [isThere, lastId]);
  return (
    <>
      <Presence open={null} />
      <div class="toolbar bar">
        <p class="hint">{t.about}</p>
        {canChange && (
          <a class="button primary end" href={prepare}>
            {t.prepare} <kbd>n</kbd>
          </a>
        )}
        {canChange && <PolicyButton />}
      </div>
      <Async what={t.what} loaded={loaded}>
        {() =>
          batches.length === 0 ? (
            <Empty title={t.empty}>{t.emptyHint}</Empty>
          ) : (
            <>
              {canChange && (
                <section class="batches">
                  <h2>{t.waitsForMe}</h2>
                  {waiting.length === 0 ? (
                    <p class="hint">{t.nothingForMe}</p>
                  ) : (
                    <Batches label={t.waitsForMe} batches={waiting} />
                  )}
                </section>
              )}
              {overdue.length > 0 && <OverdueList payouts={overdue} />}
              {others.length > 0 && (
                <section class="batches">
                  <h2>{canChange ? t.others : t.all}</h2>
                  <Batches label={t.others} batches={others} />
                </section>
              )}
              {readMore && (
                <div class="actions">
                  <button type="button" disabled={isReading} onClick={readMore}>
                    {t.batch.showMore}
                  </button>
                </div>
              )}
            </>
          )
        }
      </Async>
    </>
  );
}

/** Whether a person can do the next step of a batch. */
function waitsFor({ state, preparedBy }: Batch, name: string): boolean {
  return state === 'approved' || (state === 'prepared' && !isSamePerson(preparedBy, name));
}

/** `n` opens the form for a new batch, and the arrows move among the batches. */
function useListKeys(batches: readonly Batch[], prepare: string | undefined): void {
  const move = (by: number) => {
    const ids = batches.map(({ payoutId }) => payoutId);
    const key = document.activeElement?.closest('tr')?.getAttribute('data-key') ?? '';
    const place = ids.indexOf(key);
    focusRow(ids[place < 0 ? 0 : Math.max(0, Math.min(ids.length - 1, place + by))] ?? '');
  };
  useShortcuts({
    j: () => move(1),
    ArrowDown: () => move(1),
    k: () => move(-1),
    ArrowUp: () => move(-1),
    Enter: () => batches[0] && navigate(hrefOf('payouts', { batch: batches[0].payoutId })),
    ...(prepare && { n: () => navigate(prepare) }),
  });
}

function Batches({ label, batches }: { readonly label: string; readonly batches: readonly Batch[] }) {
  const { accounts } = useChoices();
  const t = payoutTexts();
  const accountOf = (id: string) => accounts.find(({ accountId }) => accountId === id)?.title ?? '–';
  const columns: readonly Column<Batch>[] = [
    {
      title: t.columns.number,
      isRowHeader: true,
      kind: 'name',
      cell: ({ payoutId, number }) => (
        <>
          <a href={hrefOf('payouts', { batch: payoutId })}>{t.name(number)}</a> <ViewerMarks id={payoutId} />
        </>
      ),
    },
    { title: t.columns.state, cell: ({ state }) => <StateBadge state={state} /> },
    { title: t.columns.count, kind: 'number', cell: ({ count }) => formatCount(count) },
    { title: t.columns.sum, kind: 'number', cell: ({ sum, currency }) => amountIn(currency, sum) },
    { title: t.columns.day, cell: ({ executionDay }) => formatDay(executionDay) },
    { title: t.columns.account, kind: 'name', cell: ({ accountId }) => accountOf(accountId) },
    { title: t.columns.preparedBy, kind: 'name', cell: ({ preparedBy }) => <bdi>{preparedBy}</bdi> },
  ];
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={batches}
      keyOf={({ payoutId }) => payoutId}
      onOpen={({ payoutId }) => navigate(hrefOf('payouts', { batch: payoutId }))}
    />
  );
}

/** Payouts that no statement has shown as paid, although their day is over. */
function OverdueList({ payouts }: { readonly payouts: readonly Overdue[] }) {
  const t = payoutTexts();
  const columns: readonly Column<Overdue>[] = [
    {
      title: t.form.party,
      isRowHeader: true,
      kind: 'name',
      cell: ({ accountName }) => <bdi>{accountName}</bdi>,
    },
    { title: t.form.iban, cell: ({ iban }) => <Iban iban={iban} /> },
    { title: t.form.amount, kind: 'number', cell: ({ amount, currency }) => amountIn(currency, amount) },
    { title: t.columns.day, cell: ({ executionDay }) => formatDay(executionDay) },
    {
      title: t.batch.state,
      kind: 'name',
      cell: ({ state, waitingLineId }) => (
        <>
          <RowState state={state} /> {waitingLineId && <LineLink id={waitingLineId} />}
        </>
      ),
    },
    {
      title: t.columns.number,
      kind: 'name',
      cell: ({ payoutId, number }) => <a href={hrefOf('payouts', { batch: payoutId })}>{t.name(number)}</a>,
    },
  ];
  return (
    <section class="overdue">
      <h2>
        {t.overdue} ({payouts.length === MAX_OVERDUE ? `${MAX_OVERDUE}+` : formatCount(payouts.length)})
      </h2>
      <p class="hint">{t.overdueHint}</p>
      <DataTable label={t.overdue} columns={columns} rows={payouts} keyOf={({ endToEndId }) => endToEndId} />
    </section>
  );
}
