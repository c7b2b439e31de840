import { useEffect, useRef } from 'preact/hooks';
import { formatCount } from '../format.ts';
import { ListDialog } from '../queue/list-dialog.tsx';
import { useChosen } from '../queue/use-chosen.ts';
import { useDecisions } from '../queue/use-decisions.ts';
import { useListKeys } from '../queue/use-list-keys.ts';
import { useSelection } from '../queue/use-selection.ts';
import { type Entry, useEntry } from '../search-field/entry.ts';
import type { Transaction } from '../service/types.ts';
import { searchTexts } from '../texts/search.ts';
import { texts } from '../texts/texts.ts';
import { sumsOf } from '../transactions/sums.ts';
import { focusRow } from '../ui/data-table.tsx';
import { Empty } from '../ui/states.tsx';
import type { NextPage } from '../ui/use-next-page.ts';
import { ExportButton } from './export.tsx';
import { ResultTable } from './result-table.tsx';
import type { Found, Results } from './results.ts';
import { SumsButton, SumsLine, useSums } from './sums.tsx';

/** Scrolling loads rows up to this number; the button loads more. Many rows slow the browser down. */
const AUTOMATIC_ROWS = 1_000;

interface ResultListProps {
  readonly found: Found;
  readonly results: Results;
  readonly openId: string | null;
  /** The last search by Enter in the one field. */
  readonly entry: Entry | undefined;
}

/** The results, with what keys and buttons do to them: as in the queue. */
export function ResultList({ found, results, openId, entry }: ResultListProps) {
  const { items, nextCursor } = found;
  const isComplete = nextCursor === null;
  const rows = { applyUpdate: results.applyUpdate, remove: results.applyUpdate };
  const ids = items.map((item) => item.transactionId);
  const selection = useSelection(ids, { focus: focusRow, openId });
  const chosen = useChosen(items, selection);
  const decisions = useDecisions(rows, selection);
  useListKeys({
    items,
    selection,
    chosen,
    decisions,
    openId,
    onMovePastEnd: () => !isComplete && results.next.read(),
  });
  useEntry(entry, {
    items,
    isComplete,
    select: selection.select,
    settle: decisions.mayChange ? (item) => decisions.decide('settle', item) : undefined,
  });
  const sums = useSums(found.filter);
  const t = searchTexts();
  return (
    <>
      <div class={chosen.items.length > 0 ? 'toolbar chosen-bar' : 'toolbar'}>
        <p role="status">
          {chosen.items.length > 0 ? (
            <ChosenSums items={chosen.items} />
          ) : (
            <>
              <strong>{formatCount(items.length)}</strong> {isComplete ? t.found : t.shown}
              <SumsLine sums={sums} />
            </>
          )}
        </p>
        {chosen.items.length > 0 ? (
          <>
            <button type="button" class="primary" onClick={() => decisions.open({ kind: 'settle many' })}>
              {texts().queue.settleChosen} <kbd>Shift+S</kbd>
            </button>
            <button type="button" onClick={chosen.clear}>
              {texts().queue.clearChosen} <kbd>Esc</kbd>
            </button>
          </>
        ) : (
          <>
            <SumsButton sums={sums} />
            <ExportButton filter={found.filter} />
          </>
        )}
      </div>
      {items.length === 0 && isComplete ? (
        <Empty title={t.nothing}>{texts().ui.takeFilterAway}</Empty>
      ) : (
        <ResultTable {...{ items, selection, chosen, decisions, openId }} />
      )}
      {!isComplete && <More next={results.next} isAutomatic={items.length < AUTOMATIC_ROWS} />}
      <ListDialog decisions={decisions} rows={rows} chosen={chosen} />
    </>
  );
}

function ChosenSums({ items }: { readonly items: readonly Transaction[] }) {
  return (
    <>
      <strong>{texts().queue.chosen(formatCount(items.length))}</strong> · {sumsOf(items).join(' · ')}
    </>
  );
}

interface MoreProps {
  readonly next: NextPage;
  /** Loads the next page when the end of the list becomes visible. */
  readonly isAutomatic: boolean;
}

function More({ next, isAutomatic }: MoreProps) {
  const button = useRef<HTMLButtonElement>(null);
  const latest = useRef(next);
  latest.current = next;
  const { isReading, hasFailed } = next;
  useEffect(() => {
    if (!button.current || !isAutomatic || hasFailed || isReading) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && latest.current.read(), {
      rootMargin: '400px',
    });
    observer.observe(button.current);
    return () => observer.disconnect();
  }, [isAutomatic, hasFailed, isReading]);
  return (
    <button ref={button} type="button" class="more" disabled={isReading} onClick={next.read}>
      {isReading ? texts().ui.lookingFurther : texts().ui.showMore}
    </button>
  );
}
