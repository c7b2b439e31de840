import { useRef, useState } from 'preact/hooks';
import { type TransactionFilter, TransactionsDocument } from '../gql/graphql.ts';
import { newerOf, type Transaction } from '../service/types.ts';
import { useSignedIn } from '../session/context.ts';
import type { Session } from '../session/session.ts';
import { useLiveChanges } from '../ui/use-live.ts';
import { type Loaded, useLoad } from '../ui/use-load.ts';
import { keyOfFilter, readFilter } from './filter.ts';

const PAGE_SIZE = 50;
const LARGE_PAGE_SIZE = 100;

/** A part of a list, newest first. */
export interface Page {
  readonly items: readonly Transaction[];
  /** Where older ones go on; null at the end. */
  readonly cursor: string | null;
}

export interface PageRequest {
  readonly filter: TransactionFilter;
  readonly size: number;
  readonly after: string | null;
}

/** Reads a page. One that is empty need not be the last: a search looks at a part of the rows at a time. */
export async function readPage({ request }: Session, { filter, size, after }: PageRequest): Promise<Page> {
  const { transactions } = await request(TransactionsDocument, { filter, first: size, after });
  const { nodes, pageInfo } = transactions;
  return { items: nodes, cursor: pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null };
}

/** Reads the first rows, at least so many if there are: whoever has scrolled down stays there. */
async function readRows(session: Session, filter: TransactionFilter, count: number): Promise<Page> {
  let page = await readPage(session, { filter, size: PAGE_SIZE, after: null });
  while (page.cursor !== null && page.items.length < count) {
    const next = await readPage(session, { filter, size: LARGE_PAGE_SIZE, after: page.cursor });
    page = { items: [...page.items, ...next.items], cursor: next.cursor };
  }
  return page;
}

/** What was found, and by what. */
export interface Found extends Page {
  readonly filter: TransactionFilter;
}

export interface Results {
  readonly loaded: Loaded<Found>;
  readonly isReadingMore: boolean;
  /** Whether the last page could not be read. */
  readonly hasFailed: boolean;
  readMore(): void;
  learn(transaction: Transaction): void;
}

/** What a filter finds, page by page. Those that are shown change as they change; new ones come with a new search. */
export function useResults(params: URLSearchParams): Results {
  const { session, notify } = useSignedIn();
  const key = keyOfFilter(params);
  const [isReadingMore, setReadingMore] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const shown = useRef({ key, count: 0 });
  const loaded = useLoad(key, async () => {
    const filter = readFilter(params);
    const count = shown.current.key === key ? shown.current.count : 0;
    return { ...(await readRows(session, filter, count)), filter };
  });
  shown.current = { key, count: loaded.data?.items.length ?? 0 };
  const learn = (changed: Transaction) =>
    loaded.change(({ items, ...rest }) => ({
      ...rest,
      items: items.map((item) =>
        item.transactionId === changed.transactionId ? newerOf(item, changed) : item,
      ),
    }));
  useLiveChanges(learn, loaded.reload);

  return {
    loaded,
    learn,
    isReadingMore,
    hasFailed,
    readMore() {
      const { filter, cursor: after } = loaded.data ?? {};
      if (!filter || !after || isReadingMore) return;
      setReadingMore(true);
      setFailed(false);
      readPage(session, { filter, size: PAGE_SIZE, after })
        .then(
          (page) => {
            // Another search may have begun meanwhile.
            if (shown.current.key !== key) return;
            loaded.change((known) =>
              known.cursor === after
                ? { filter, items: [...known.items, ...page.items], cursor: page.cursor }
                : known,
            );
          },
          () => {
            setFailed(true);
            notify('The next page could not be read. Try again.');
          },
        )
        .finally(() => setReadingMore(false));
    },
  };
}
