import { useRef } from 'preact/hooks';
import { TransactionsDocument } from '../gql/graphql.ts';
import type { TransactionFilter } from '../gql/schema.ts';
import { keyOfFilter, readFilter, SEARCH_FILTERS } from '../search-field/filter.ts';
import { newerOf, type Transaction } from '../service/types.ts';
import { useSignedIn } from '../session/context.ts';
import type { Session } from '../session/session.ts';
import { useClaimEnds } from '../transactions/use-claim-ends.ts';
import { useLiveTransactions } from '../ui/use-live.ts';
import { type Loaded, useLoad } from '../ui/use-load.ts';
import { adding, type NextPage, useNextPage } from '../ui/use-next-page.ts';

const PAGE_SIZE = 50;
const LARGE_PAGE_SIZE = 100;

/** One page of a list, newest first. */
interface Page {
  readonly items: readonly Transaction[];
  /** The cursor of the next, older page; null at the end. */
  readonly nextCursor: string | null;
}

export interface PageRequest {
  readonly filter: TransactionFilter;
  readonly size: number;
  readonly after: string | null;
}

/** Reads a page. An empty page need not be the last, because a search scans a limited number of rows at a time. */
export async function readPage({ request }: Session, { filter, size, after }: PageRequest): Promise<Page> {
  const { transactions } = await request(TransactionsDocument, { filter, first: size, after });
  const { nodes, pageInfo } = transactions;
  return { items: nodes, nextCursor: pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null };
}

/** Reads the first rows: at least `count`, if there are enough, so that a reload keeps the scroll position. */
async function readRows(session: Session, filter: TransactionFilter, count: number): Promise<Page> {
  let page = await readPage(session, { filter, size: PAGE_SIZE, after: null });
  while (page.nextCursor !== null && page.items.length < count) {
    const next = await readPage(session, { filter, size: LARGE_PAGE_SIZE, after: page.nextCursor });
    page = { items: [...page.items, ...next.items], nextCursor: next.nextCursor };
  }
  return page;
}

/** Results with their filter. */
export interface Found extends Page {
  readonly filter: TransactionFilter;
}

export interface Results {
  readonly loaded: Loaded<Found>;
  readonly next: NextPage;
  applyUpdate(transaction: Transaction): void;
}

/** Returns the results of a filter, page by page. Shown rows are updated live; new rows need a new search. */
export function useResults(params: URLSearchParams): Results {
  const { session } = useSignedIn();
  const key = keyOfFilter(params, SEARCH_FILTERS);
  const shown = useRef({ key, count: 0 });
  const loaded = useLoad(key, async () => {
    const filter = readFilter(params, SEARCH_FILTERS);
    const count = shown.current.key === key ? shown.current.count : 0;
    return { ...(await readRows(session, filter, count)), filter };
  });
  shown.current = { key, count: loaded.data?.items.length ?? 0 };
  const applyUpdate = (changed: Transaction) =>
    loaded.update(({ items, ...rest }) => ({
      ...rest,
      items: items.map((item) =>
        item.transactionId === changed.transactionId ? newerOf(item, changed) : item,
      ),
    }));
  useLiveTransactions(applyUpdate, loaded.restart);
  useClaimEnds(loaded.data?.items ?? [], applyUpdate);

  const next = useNextPage(loaded, async (after, { filter }) =>
    adding({ ...(await readPage(session, { filter, size: PAGE_SIZE, after })), filter }),
  );
  return { loaded, applyUpdate, next };
}
