import { useEffect, useRef } from 'preact/hooks';
import { formatCount } from '../format.ts';
import { ListDialog } from '../queue/list-dialog.tsx';
import { ListBar } from '../queue/toolbar.tsx';
import { useList } from '../queue/use-list.ts';
import { hrefOf, useRoute } from '../router.ts';
import type { Entry } from '../search-field/entry.ts';
import { useSignedIn } from '../session/context.ts';
import { searchTexts } from '../texts/search.ts';
import { texts } from '../texts/texts.ts';
import { Empty } from '../ui/states.tsx';
import type { NextPage } from '../ui/use-next-page.ts';
import { ExportButton } from './export.tsx';
import { ResultTable } from './result-table.tsx';
import type { FoundPage, Results } from './results.ts';
import { SumsButton, SumsLine, useSums } from './sums.tsx';

/** Scrolling loads rows up to this number; the button loads more. Many rows slow the browser down. */
const AUTOMATIC_ROWS = 1_000;

interface ResultListProps {
  readonly found: FoundPage;
  readonly results: Results;
  readonly openId: string | null;
  /** The last search by Enter in the one field. */
  readonly entry: Entry | undefined;
}

/** The results, with what keys and buttons do to them: as in the queue. */
export function ResultList({ found, results, openId, entry }: ResultListProps) {
  const { items, nextCursor } = found;
  const isComplete = nextCursor === null;
  const list = useList({
    items,
    openId,
    rows: results,
    entry,
    isComplete,
    onMovePastEnd: () => !isComplete && results.next.read(),
  });
  const sums = useSums(found.filter);
  const query = useRoute().params.get('query');
  const { isTest } = useSignedIn().session;
  const t = searchTexts();
  return (
    <>
      <ListBar
        list={list}
        status={
          <>
            <strong>{formatCount(items.length)}</strong> {isComplete ? t.found : t.shown}
            <SumsLine sums={sums} />
          </>
        }
      >
        <SumsButton sums={sums} />
        <ExportButton filter={found.filter} />
      </ListBar>
      {items.length === 0 && isComplete ? (
        <Empty title={t.nothing}>
          {texts().ui.takeFilterAway}{' '}
          {query && !isTest && (
            <a href={hrefOf('reconciliation', { group: 'all', query })}>{t.searchLines}</a>
          )}
        </Empty>
      ) : (
        <ResultTable list={list} />
      )}
      {!isComplete && <More next={results.next} isAutomatic={items.length < AUTOMATIC_ROWS} />}
      <ListDialog list={list} rows={results} />
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
