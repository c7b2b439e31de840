import { useMemo, useState } from 'preact/hooks';
import { useRoute } from '../router.ts';
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
import { ListWithPane } from './list-with-pane.tsx';
import { readOrder } from './order.ts';
import { QueueList } from './queue-list.tsx';
import { FEW_ROWS } from './queue-state.ts';
import { readTab } from './tabs.tsx';
import { useAllTotals, useTotals } from './totals.tsx';
import { useQueue } from './use-queue.ts';

/** At most this many of the oldest rows are summed by bank, or sorted. */
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
  const narrowed = useTotals(isNarrowed ? JSON.stringify(readFilter(params, NARROWING_FILTERS)) : undefined);
  const totals = isNarrowed ? narrowed : all;
  const isStale = useLiveState() === 'reconnecting';
  return (
    <>
      <SearchField
        names={NARROWING_FILTERS}
        onEnter={setEntry}
        onChanged={queue.applyUpdate}
        onDecided={queue.remove}
      />
      <ListWithPane items={queue.loaded.data?.items} rows={queue} openId={openId} isStale={isStale}>
        <Async what={texts().queue.what} loaded={queue.loaded}>
          {(data) => (
            <QueueList
              key={`${filterKey} ${order}`}
              data={data}
              queue={queue}
              openId={openId}
              tab={tab}
              isNarrowed={isNarrowed}
              entry={entry}
              totals={totals}
              order={order}
            />
          )}
        </Async>
      </ListWithPane>
    </>
  );
}
