import { useMemo, useState } from 'preact/hooks';
import { DetailPane } from '../detail/detail.tsx';
import { Presence } from '../presence/later.ts';
import { changeParams, useRoute } from '../router.ts';
import type { Entry } from '../search-field/entry.ts';
import {
  isFiltered,
  matchesFilter,
  NARROWING_FILTERS,
  QUEUE_FILTERS,
  readFilter,
} from '../search-field/filter.ts';
import { SearchField } from '../search-field/search-field.tsx';
import { texts } from '../texts/texts.ts';
import { Async } from '../ui/states.tsx';
import { useLiveState } from '../ui/use-live.ts';
import { readOrder } from './order.ts';
import { QueueList } from './queue-list.tsx';
import { FEW_ROWS } from './queue-state.ts';
import { countOf, QueueTabs, readTab } from './tabs.tsx';
import { NarrowedTotals, type Totals, useAllTotals } from './totals.tsx';
import { useQueue } from './use-queue.ts';

/** At most so many of the oldest are summed by bank, or sorted. */
const MAX_KNOWN = 1_000;

/** The pending transactions, oldest first, and the open one. */
export function QueueScreen() {
  const { params } = useRoute();
  const openId = params.get('open');
  const [entry, setEntry] = useState<Entry>();
  const order = readOrder(params);
  const tab = readTab(params);
  const filter = { ...readFilter(params, QUEUE_FILTERS), ...(tab === 'toPay' && { isInPayout: false }) };
  const filterKey = JSON.stringify(filter);
  const matches = useMemo(() => matchesFilter.bind(undefined, JSON.parse(filterKey)), [filterKey]);
  const queue = useQueue({
    filter,
    filterKey,
    matches,
    wanted: filter.type === 'withdrawal' || order ? MAX_KNOWN : FEW_ROWS,
  });
  const isNarrowed = isFiltered(params, NARROWING_FILTERS);
  const all = useAllTotals();
  const isStale = useLiveState() === 'reconnecting';
  const known = queue.loaded.data?.items.find(({ transactionId }) => transactionId === openId);
  const list = (totals: Totals | undefined) => (
    <Async what={texts().queue.what} loaded={queue.loaded}>
      {(data) => (
        <QueueList
          key={`${filterKey} ${order}`}
          data={data}
          queue={queue}
          openId={openId}
          isFiltered={isNarrowed || tab !== 'all'}
          isNarrowed={isNarrowed}
          entry={entry}
          isToPay={tab === 'toPay'}
          inBatches={totals?.inPayouts ?? 0}
          waiting={totals && countOf(tab, totals)}
          order={order}
          tabs={<QueueTabs current={tab} totals={totals} />}
        />
      )}
    </Async>
  );
  return (
    <>
      <Presence open={openId} />
      <SearchField
        names={NARROWING_FILTERS}
        onEnter={setEntry}
        onChanged={queue.applyUpdate}
        onDecided={queue.remove}
      />
      <div class={openId ? 'split open' : 'split'}>
        <div class={isStale ? 'list stale' : 'list'}>
          {isNarrowed ? (
            <NarrowedTotals filterKey={JSON.stringify(readFilter(params, NARROWING_FILTERS))}>
              {list}
            </NarrowedTotals>
          ) : (
            list(all)
          )}
        </div>
        {openId && (
          <DetailPane
            id={openId}
            known={known}
            onChanged={queue.applyUpdate}
            onDecided={queue.remove}
            onClose={() => changeParams({ open: undefined })}
          />
        )}
      </div>
    </>
  );
}
