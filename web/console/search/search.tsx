import { useEffect, useRef } from 'preact/hooks';
import { DetailPane } from '../detail/detail.tsx';
import { formatAmount, formatCount } from '../format.ts';
import { changeParams, hrefOf, useRoute } from '../router.ts';
import type { Transaction } from '../service/types.ts';
import { partyOf } from '../transactions/labels.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { StatusBadge, Timestamp } from '../ui/parts.tsx';
import { Async, Empty } from '../ui/states.tsx';
import { ExportButton } from './export.tsx';
import { FilterForm } from './filter-form.tsx';
import { type Page, type Results, useResults } from './results.ts';

/** Scrolling loads rows up to this number; the button loads more. Many rows slow the browser down. */
const AUTOMATIC_ROWS = 1_000;

/** All transactions that match the filter in the URL, newest first. */
export function SearchScreen() {
  const { params } = useRoute();
  const openId = params.get('open');
  const results = useResults(params);
  return (
    <div class={openId ? 'split open' : 'split'}>
      <div class="list">
        <FilterForm params={params} problem={results.loaded.problem} />
        <Async what="transactions" loaded={results.loaded}>
          {(page) => (
            <>
              <div class="toolbar">
                <p role="status">
                  <strong>{formatCount(page.items.length)}</strong>
                  {page.cursor === null ? ' found' : ' shown, there are more'}
                </p>
                <ExportButton filter={page.filter} />
              </div>
              <ResultTable page={page} results={results} openId={openId} />
            </>
          )}
        </Async>
      </div>
      {openId && (
        <DetailPane
          id={openId}
          onChanged={results.applyUpdate}
          onClose={() => changeParams({ open: undefined })}
        />
      )}
    </div>
  );
}

interface ResultTableProps {
  readonly page: Page;
  readonly results: Results;
  readonly openId: string | null;
}

function ResultTable({ page, results, openId }: ResultTableProps) {
  const { items, cursor } = page;
  if (items.length === 0 && cursor === null)
    return <Empty title="Nothing found">Take a filter away, or look for something else.</Empty>;
  return (
    <>
      <DataTable
        label="Transactions, newest first"
        columns={columnsFor(Object.fromEntries(useRoute().params))}
        rows={items}
        keyOf={({ transactionId }) => transactionId}
        classOf={({ transactionId }) => (transactionId === openId ? 'selected' : undefined)}
      />
      {cursor !== null && <More results={results} isAutomatic={items.length < AUTOMATIC_ROWS} />}
    </>
  );
}

function columnsFor(params: Readonly<Record<string, string>>): readonly Column<Transaction>[] {
  return [
    {
      title: 'Created',
      cell: ({ transactionId, createdAt }) => (
        <a href={hrefOf('search', { ...params, open: transactionId })}>
          <Timestamp iso={createdAt} />
        </a>
      ),
    },
    { title: 'Amount', cell: ({ amount }) => formatAmount(amount), kind: 'number' },
    {
      title: 'Final amount',
      cell: ({ finalAmount }) => finalAmount != null && formatAmount(finalAmount),
      kind: 'number',
      needs: 'list',
    },
    { title: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
    { title: 'Type', cell: ({ type }) => type, needs: 'list' },
    { title: 'Name', cell: partyOf, kind: 'name' },
    { title: 'Bank', cell: ({ bank }) => bank, kind: 'name', needs: 'list' },
    { title: 'Client', cell: ({ appKey }) => appKey, needs: 'room' },
    { title: 'User', cell: ({ userId }) => <span class="id">{userId}</span>, needs: 'room' },
    { title: 'Process', cell: ({ processId }) => <span class="id">{processId}</span>, needs: 'room' },
  ];
}

interface MoreProps {
  readonly results: Results;
  /** Loads the next page when the end of the list becomes visible. */
  readonly isAutomatic: boolean;
}

function More({ results, isAutomatic }: MoreProps) {
  const button = useRef<HTMLButtonElement>(null);
  const latest = useRef(results);
  latest.current = results;
  const { isReadingMore, hasFailed } = results;
  useEffect(() => {
    if (!button.current || !isAutomatic || hasFailed || isReadingMore) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && latest.current.readMore(),
      { rootMargin: '400px' },
    );
    observer.observe(button.current);
    return () => observer.disconnect();
  }, [isAutomatic, hasFailed, isReadingMore]);
  return (
    <button ref={button} type="button" class="more" disabled={isReadingMore} onClick={results.readMore}>
      {isReadingMore ? 'Looking further back …' : 'Show more'}
    </button>
  );
}
