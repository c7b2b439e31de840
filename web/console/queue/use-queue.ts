import { useEffect, useRef } from 'preact/hooks';
import type { TransactionFilter } from '../gql/schema.ts';
import { isWaiting, newerOf, type Transaction } from '../service/types.ts';
import { useSignedIn } from '../session/context.ts';
import { readTransaction } from '../transactions/actions.ts';
import { useClaimEnds } from '../transactions/use-claim-ends.ts';
import { useLiveTransactions } from '../ui/use-live.ts';
import { useLoad } from '../ui/use-load.ts';
import { useNextPage } from '../ui/use-next-page.ts';
import { useSoon } from '../ui/use-soon.ts';
import {
  applyTransaction,
  byAge,
  isKnown,
  readMore,
  readQueue,
  removeRow,
  takeArrivals,
} from './queue-state.ts';
import { useKept } from './use-kept.ts';

/** Transactions may arrive many times a second. Because of them, the list is read again at most this often. */
const PAUSE_MS = 1_000;

export type LiveQueue = ReturnType<typeof useQueue>;

interface Terms {
  readonly filter: TransactionFilter;
  readonly filterKey: string;
  /** Whether a transaction that arrives belongs to the list; undefined when only the service knows. */
  readonly matches: (transaction: Transaction) => boolean | undefined;
  /** With fewer rows than this, the queue automatically reads more. */
  readonly wanted: number;
}

/** Returns the queue, updated live. It automatically reads more when few rows are left. */
export function useQueue({ filter, filterKey, matches, wanted }: Terms) {
  const { session } = useSignedIn();
  const known = useRef({ filterKey, count: 0 });
  const kept = useKept<Transaction>({
    key: filterKey,
    idOf: ({ transactionId }) => transactionId,
    byPlace: byAge,
    read: (id) => readTransaction(session, id),
    newerOf,
  });
  const loaded = useLoad(filterKey, async () => {
    const count = known.current.filterKey === filterKey ? known.current.count : 0;
    const queue = await readQueue(session, filter, count);
    await kept.follow(queue.items);
    return queue;
  });
  const { data } = loaded;
  known.current = { filterKey, count: data?.items.length ?? 0 };
  const page = useNextPage(loaded, (cursor) => readMore(session, filter, cursor));
  const isLow = data !== undefined && data.items.length < wanted && !page.hasFailed;
  useEffect(() => {
    if (isLow) page.read();
  });
  const reloadSoon = useSoon(loaded.reload, PAUSE_MS);
  const applyUpdate = (transaction: Transaction) => {
    kept.apply(transaction);
    const { transactionId } = transaction;
    const isMatch = isWaiting(transaction) ? matches(transaction) : true;
    if (isMatch === false) loaded.update((queue) => removeRow(queue, transactionId));
    else if (isMatch || (data && isKnown(data, transactionId)))
      loaded.update((queue) => applyTransaction(queue, transaction));
    else reloadSoon();
  };
  const shown = data && { ...data, items: kept.among(data.items) };
  useLiveTransactions(applyUpdate, loaded.restart);
  useClaimEnds(shown?.items ?? [], applyUpdate);

  return {
    loaded: { ...loaded, data: shown },
    applyUpdate,
    isReadingMore: page.isReading,
    readMore: page.read,
    takeArrivals: () => loaded.update(takeArrivals),
    /** Removes a row that was decided here. */
    remove({ transactionId }: Transaction) {
      kept.release(transactionId);
      loaded.update((queue) => removeRow(queue, transactionId));
    },
    /** Keeps this row when it leaves the list, and drops the previously kept one if it has left. */
    keep: (transactionId: string | undefined) => kept.keep(data?.items ?? [], transactionId),
  };
}
