import { useRef } from 'preact/hooks';
import { useSignedIn } from '../session/context.ts';
import { useLiveSummary } from '../ui/use-live-summary.ts';
import { BatchesDocument, type BatchesQuery, MoreBatchesDocument } from './gql/graphql.ts';

export type Batch = BatchesQuery['payouts'][number];

/** People approve and export batches, which changes no transaction: another person sees it this soon. */
export const BATCH_INTERVAL_MS = 3_000;

/** The number of batches on a page. */
const PAGE_SIZE = 50;

interface Pages extends BatchesQuery {
  /** The number of pages that were requested. */
  readonly pageCount: number;
}

/** The batches, newest first, with as many pages as were requested. All are read again when something has changed. */
export function useBatches() {
  const { session } = useSignedIn();
  const pages = useRef(1);
  const read = async () => {
    const { current: pageCount } = pages;
    const first = await session.request(BatchesDocument);
    const payouts = [...first.payouts];
    let last = payouts.at(PAGE_SIZE - 1);
    while (last && payouts.length < pageCount * PAGE_SIZE) {
      const { payouts: more } = await session.request(MoreBatchesDocument, { before: last.number });
      payouts.push(...more);
      last = more.at(PAGE_SIZE - 1);
    }
    return { ...first, payouts, pageCount };
  };
  const loaded = useLiveSummary<Pages>('payouts', read, BATCH_INTERVAL_MS);
  const { payouts = [], prepared = [], approved = [], pageCount = 1 } = loaded.data ?? {};
  const readMore = () => {
    pages.current = pageCount + 1;
    loaded.reload();
  };
  return {
    loaded,
    /** The batches that wait for somebody, however old they are. */
    open: [...prepared, ...approved].sort((a, b) => b.number - a.number),
    /** Whether the next page is being read. */
    isReading: loaded.isLoading && pages.current > pageCount,
    /** Reads the next page; undefined when all are there. */
    readMore: payouts.length < pageCount * PAGE_SIZE ? undefined : readMore,
  };
}
