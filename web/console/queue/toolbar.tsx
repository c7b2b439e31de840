import type { ComponentChildren } from 'preact';
import { formatCount } from '../format.ts';
import { openHelp } from '../help/opener.tsx';
import { texts } from '../texts/texts.ts';
import { sumsOf } from '../transactions/sums.ts';
import type { Queue } from './queue-state.ts';
import { useAllTotals } from './totals.tsx';
import type { List } from './use-list.ts';
import type { LiveQueue } from './use-queue.ts';

interface BarProps {
  readonly list: List;
  readonly tabs?: ComponentChildren;
  /** How many rows there are. */
  readonly status: ComponentChildren;
  /** Whether only screen readers announce it. */
  readonly isStatusHidden?: boolean;
  /** The actions on the list. */
  readonly children: ComponentChildren;
}

/** The bar above a list; while rows are checked, it has their number, their sum and their actions. */
export function ListBar(props: BarProps) {
  const { list, tabs, status, isStatusHidden = false, children } = props;
  const { chosen, decisions } = list;
  const t = texts().queue;
  const isChosen = chosen.items.length > 0;
  return (
    <div class={isChosen ? 'toolbar chosen-bar' : 'toolbar'}>
      {!isChosen && tabs}
      <p role="status" class={isStatusHidden && !isChosen ? 'visually-hidden' : undefined}>
        {isChosen ? (
          <>
            <strong>{t.chosen(formatCount(chosen.items.length))}</strong>
            {sumsOf(chosen.items).map((sum) => ` · ${sum}`)}
          </>
        ) : (
          status
        )}
      </p>
      {isChosen ? (
        <>
          <button type="button" class="primary" onClick={() => decisions.open({ kind: 'settle many' })}>
            {t.settleChosen} <kbd>Shift+S</kbd>
          </button>
          <button type="button" onClick={chosen.clear}>
            {t.clearChosen} <kbd>Esc</kbd>
          </button>
        </>
      ) : (
        children
      )}
    </div>
  );
}

interface ToolbarProps extends Pick<BarProps, 'list' | 'tabs'> {
  readonly data: Queue;
  /** Undefined while it is not known. */
  readonly waiting: number | undefined;
  /** Whether filters narrow the tab, so that its number differs. */
  readonly isNarrowed: boolean;
}

/** The tabs and the number of waiting transactions. */
export function Toolbar({ data, waiting, isNarrowed, ...bar }: ToolbarProps) {
  return (
    <ListBar
      {...bar}
      status={<Count data={data} waiting={waiting} />}
      // The tabs already show the number of waiting transactions.
      isStatusHidden={!isNarrowed && data.arrivals.length === 0}
    >
      <button type="button" class="end quiet for-help" onClick={openHelp}>
        {texts().queue.shortcuts} <kbd>?</kbd>
      </button>
    </ListBar>
  );
}

/** How many are waiting, however many are loaded: the number in the menu, or those of them that the filters leave. */
function Count({ data: { arrivals }, waiting }: Pick<ToolbarProps, 'data' | 'waiting'>) {
  const all = useAllTotals()?.waiting;
  const t = texts().queue;
  return (
    <>
      <strong>{waiting === undefined ? '…' : formatCount(waiting)}</strong>
      {all !== undefined && waiting !== all && ` ${t.ofAll(formatCount(all))}`} {t.waiting}
      {arrivals.length > 0 && ` · ${t.arrived(arrivals.length)}`}
    </>
  );
}

interface RestProps {
  readonly data: Queue;
  readonly queue: LiveQueue;
  readonly waiting: number | undefined;
}

/** The buttons below the rows: for the next page, and for rows that have arrived. */
export function Rest({ data: { items, nextCursor, arrivals }, queue, waiting = 0 }: RestProps) {
  const t = texts();
  if (nextCursor !== null) {
    const rest = waiting - items.length;
    const label = rest > 0 ? t.queue.more(formatCount(rest)) : t.ui.showMore;
    return (
      <button type="button" class="more" disabled={queue.isReadingMore} onClick={queue.readMore}>
        {queue.isReadingMore ? t.ui.readingMore : label}
      </button>
    );
  }
  return (
    <div role="status" class="more">
      {arrivals.length > 0 && (
        <button type="button" class="arrived" onClick={queue.takeArrivals}>
          {t.queue.showArrived(arrivals.length)}
        </button>
      )}
    </div>
  );
}
