import { useRef } from 'preact/hooks';
import { useSignedIn } from '../session/context.ts';
import { useLiveSummary } from '../ui/use-live-summary.ts';
import { BatchesDocument, type BatchesQuery, MoreBatchesDocument } from './gql/graphql.ts';

export type Batch = BatchesQuery['payouts'][number];

/** The number of batches that come at once. */
const PAGE_SIZE = 50;

/** The batches, the newest first, as many pages as were asked for. All are read again when something has changed. */
export function useBatches() {
  const { session } = useSignedIn();
  const pages = useRef(1);
  const loaded = useLiveSummary<BatchesQuery>('payouts', async () => {
    const first = await session.request(BatchesDocument);
    const payouts = [...first.payouts];
    for (let last = payouts.at(PAGE_SIZE - 1); last && payouts.length < pages.current * PAGE_SIZE; ) {
      const { payouts: more } = await session.request(MoreBatchesDocument, { before: last.number });
      payouts.push(...more);
      last = more.at(PAGE_SIZE - 1);
    }
    return { ...first, payouts };
  });
  const { payouts = [], prepared = [], approved = [] } = loaded.data ?? {};
  const readMore = () => {
    pages.current += 1;
    loaded.reload();
  };
  return {
    loaded,
    /** Those that wait for somebody, however old they are. */
    open: [...prepared, ...approved].sort((a, b) => b.number - a.number),
    /** Reads the next page; undefined when all are there, or while it is read. */
    readMore: payouts.length < pages.current * PAGE_SIZE ? undefined : readMore,
  };
}
