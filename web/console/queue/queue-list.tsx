import { useLayoutEffect } from 'preact/hooks';
import { formatCount } from '../format.ts';
import { hrefOf, useRoute } from '../router.ts';
import type { Entry } from '../search-field/entry.ts';
import { texts } from '../texts/texts.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Empty, Loading } from '../ui/states.tsx';
import { ListDialog } from './list-dialog.tsx';
import { inOrder, type Order } from './order.ts';
import type { Queue } from './queue-state.ts';
import { QueueTable } from './queue-table.tsx';
import { countOf, QueueTabs, type Tab } from './tabs.tsx';
import { Rest, Toolbar } from './toolbar.tsx';
import type { Totals } from './totals.tsx';
import { useList } from './use-list.ts';
import type { LiveQueue } from './use-queue.ts';

const BankSums = lazyPart(async () => (await import('./bank-sums.tsx')).BankSums);

interface QueueListProps {
  readonly data: Queue;
  readonly queue: LiveQueue;
  readonly openId: string | null;
  readonly tab: Tab;
  /** Whether filters in addition to the tab narrow the list. */
  readonly isNarrowed: boolean;
  /** The last Enter in the search field. */
  readonly entry: Entry | undefined;
  /** The totals of all pages of the list; undefined while they are not known. */
  readonly totals: Totals | undefined;
  /** Undefined for the order by age. */
  readonly order: Order | undefined;
}

/** The rows of the queue, with their keyboard shortcuts and buttons. */
export function QueueList({ data, queue, openId, tab, isNarrowed, entry, totals, order }: QueueListProps) {
  const isToPay = tab === 'toPay';
  const waiting = totals && countOf(tab, totals);
  const inBatches = totals?.inPayouts ?? 0;
  const { nextCursor } = data;
  const items = inOrder(data.items, order);
  const list = useList({
    items,
    openId,
    rows: queue,
    entry,
    isComplete: nextCursor === null,
    onMovePastEnd: nextCursor === null ? queue.takeArrivals : queue.readMore,
  });
  // The selected row is kept from its selection on, because another operator may decide it at any time.
  useLayoutEffect(() => queue.keep(list.selection.selected));
  return (
    <>
      <Toolbar
        list={list}
        data={data}
        waiting={waiting}
        isNarrowed={isNarrowed}
        tabs={<QueueTabs current={tab} totals={totals} />}
      />
      {(order || isToPay) && (
        <div class="about-rows hint">
          {isToPay && <BankSums data={data} />}
          {nextCursor !== null && <p>{texts().queue.onlyOldest(formatCount(data.items.length))}</p>}
          {isToPay && inBatches > 0 && (
            <a href={hrefOf('payouts')}>{texts().queue.inBatches(formatCount(inBatches))}</a>
          )}
        </div>
      )}
      {items.length > 0 ? (
        <QueueTable list={list} order={order} />
      ) : (
        <NoRows isReading={nextCursor !== null} isFiltered={isNarrowed || tab !== 'all'} />
      )}
      <Rest data={data} queue={queue} waiting={waiting} />
      <ListDialog list={list} rows={queue} />
    </>
  );
}

/** An empty list. While more rows are being read, it does not say that none are waiting. */
function NoRows({ isReading, isFiltered }: { readonly isReading: boolean; readonly isFiltered: boolean }) {
  const query = useRoute().params.get('query');
  const t = texts().queue;
  if (isReading) return <Loading what={t.what} />;
  if (isFiltered)
    return (
      <Empty title={t.nothingFound}>
        {texts().ui.takeFilterAway} {query && <a href={hrefOf('search', { query })}>{t.searchAll}</a>}
      </Empty>
    );
  return <Empty title={t.empty}>{t.emptyHint}</Empty>;
}
