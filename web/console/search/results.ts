import { useRef } from 'preact/hooks';
import { TransactionsDocument } from '../gql/graphql.ts';
import type { TransactionFilter } from '../gql/schema.ts';
import { keyOfFilter, readFilter, SEARCH_FILTERS } from '../search-field/filter.ts';
import { newerOf, type Transaction } from '../service/types.ts';
import { useSignedIn } from '../session/context.ts';
import type { Session } from '../session/session.ts';
import { useClaimEnds } from '../transactions/use-claim-ends.ts';
import { useLiveTransactions } from '../ui/use-live.ts';
import { useLoad } from '../ui/use-load.ts';
import { adding, useNextPage } from '../ui/use-next-page.ts';
import { type Read, readPages } from './read-pages.ts';

const PAGE_SIZE = 50;
const LARGE_PAGE_SIZE = 100;

/** A part of a list, newest first. */
type Page = Read<Transaction>;

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
function readRows(session: Session, filter: TransactionFilter, count: number): Promise<Page> {
  const readAfter = (after: string | null) =>
    readPage(session, { filter, size: after === null ? PAGE_SIZE : LARGE_PAGE_SIZE, after });
  return readPages(readAfter, ({ length }) => length >= count);
}

/** Results with their filter. */
export interface FoundPage extends Page {
  readonly filter: TransactionFilter;
}

export type Results = ReturnType<typeof useResults>;

/** Returns the results of a filter, page by page. Shown rows are updated live; new rows need a new search. */
export function useResults(params: URLSearchParams) {
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
  // A decided transaction stays among the results.
  return { loaded, applyUpdate, remove: applyUpdate, next };
}
