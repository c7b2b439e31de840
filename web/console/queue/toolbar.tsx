import { formatCount } from '../format.ts';
import { hrefOf } from '../router.ts';
import { texts } from '../texts/texts.ts';
import { sumsOf } from '../transactions/sums.ts';
import type { Queue } from './queue-state.ts';
import { type Totals, useAllTotals } from './totals.tsx';
import type { Chosen } from './use-chosen.ts';
import type { LiveQueue } from './use-queue.ts';

interface ToolbarProps {
  readonly data: Queue;
  readonly totals: Totals | undefined;
  readonly isToPay: boolean;
  readonly chosen: Chosen;
  readonly onSettleChosen: () => void;
  readonly onHelp: () => void;
}

/** The number of waiting transactions; while rows are checked, their number, their sum and their actions. */
export function Toolbar({ data, totals, isToPay, chosen, onSettleChosen, onHelp }: ToolbarProps) {
  const t = texts().queue;
  return (
    <div class={chosen.items.length > 0 ? 'toolbar chosen-bar' : 'toolbar'}>
      <p role="status">
        {chosen.items.length > 0 ? (
          <>
            <strong>{t.chosen(formatCount(chosen.items.length))}</strong>
            {sumsOf(chosen.items).map((sum) => ` · ${sum}`)}
          </>
        ) : (
          <Count data={data} totals={totals} />
        )}
      </p>
      {chosen.items.length > 0 ? (
        <>
          <button type="button" class="primary" onClick={onSettleChosen}>
            {t.settleChosen} <kbd>Shift+S</kbd>
          </button>
          <button type="button" onClick={chosen.clear}>
            {t.clearChosen} <kbd>Esc</kbd>
          </button>
        </>
      ) : (
        <>
          <ToPayLink isToPay={isToPay} />
          <button type="button" class="end for-help" onClick={onHelp}>
            {t.shortcuts} <kbd>?</kbd>
          </button>
        </>
      )}
    </div>
  );
}

/** The link to the withdrawals to pay, and back. */
function ToPayLink({ isToPay }: Pick<ToolbarProps, 'isToPay'>) {
  const count = useAllTotals()?.withdrawals ?? 0;
  const t = texts().queue;
  if (isToPay) return <a href={hrefOf('queue')}>{t.backToAll}</a>;
  if (count === 0) return null;
  return <a href={hrefOf('queue', { type: 'withdrawal' })}>{t.toPay(formatCount(count))}</a>;
}

/** How many wait, however many of them are loaded: the number of the menu, or how many of it are not filtered out. */
function Count({ data: { arrivals }, totals }: Pick<ToolbarProps, 'data' | 'totals'>) {
  const all = useAllTotals();
  const t = texts().queue;
  return (
    <>
      <strong>{totals ? formatCount(totals.waiting) : '…'}</strong>
      {all && totals !== all && ` ${t.ofAll(formatCount(all.waiting))}`} {t.waiting}
      {totals !== undefined && totals.sent > 0 && `, ${t.saySent(formatCount(totals.sent))}`}
      {arrivals.length > 0 && ` · ${t.arrived(arrivals.length)}`}
    </>
  );
}

interface RestProps {
  readonly data: Queue;
  readonly queue: LiveQueue;
  readonly totals: Totals | undefined;
}

/** The buttons below the rows: for the next page, and for rows that have arrived. */
export function Rest({ data: { items, cursor, arrivals }, queue, totals }: RestProps) {
  const t = texts();
  if (cursor !== null) {
    const rest = (totals?.waiting ?? 0) - items.length;
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
