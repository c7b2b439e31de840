import type { ComponentChildren } from 'preact';
import { formatCount } from '../format.ts';
import { openHelp } from '../help/opener.tsx';
import { texts } from '../texts/texts.ts';
import { sumsOf } from '../transactions/sums.ts';
import type { Queue } from './queue-state.ts';
import { useAllTotals } from './totals.tsx';
import type { Chosen } from './use-chosen.ts';
import type { LiveQueue } from './use-queue.ts';

interface ToolbarProps {
  readonly data: Queue;
  /** Undefined while it is not known. */
  readonly waiting: number | undefined;
  /** Whether something narrows the tab, whose number then is another. */
  readonly isNarrowed: boolean;
  readonly tabs: ComponentChildren;
  readonly chosen: Chosen;
  readonly onSettleChosen: () => void;
}

/** The tabs and the number of waiting transactions; while rows are checked, their number, their sum and their actions. */
export function Toolbar({ data, waiting, isNarrowed, tabs, chosen, onSettleChosen }: ToolbarProps) {
  const t = texts().queue;
  const isChosen = chosen.items.length > 0;
  // The tabs have the number of what waits already.
  const isPlain = !isChosen && !isNarrowed && data.arrivals.length === 0;
  return (
    <div class={isChosen ? 'toolbar chosen-bar' : 'toolbar'}>
      {!isChosen && tabs}
      <p role="status" class={isPlain ? 'visually-hidden' : undefined}>
        {isChosen ? (
          <>
            <strong>{t.chosen(formatCount(chosen.items.length))}</strong>
            {sumsOf(chosen.items).map((sum) => ` · ${sum}`)}
          </>
        ) : (
          <Count data={data} waiting={waiting} />
        )}
      </p>
      {isChosen ? (
        <>
          <button type="button" class="primary" onClick={onSettleChosen}>
            {t.settleChosen} <kbd>Shift+S</kbd>
          </button>
          <button type="button" onClick={chosen.clear}>
            {t.clearChosen} <kbd>Esc</kbd>
          </button>
        </>
      ) : (
        <button type="button" class="end quiet for-help" onClick={openHelp}>
          {t.shortcuts} <kbd>?</kbd>
        </button>
      )}
    </div>
  );
}

/** How many wait, however many of them are loaded: the number of the menu, or how many of it are not filtered out. */
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
