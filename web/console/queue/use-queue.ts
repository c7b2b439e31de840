import { useEffect, useRef } from 'preact/hooks';
import type { TransactionFilter } from '../gql/schema.ts';
import { isWaiting, newerOf, type Transaction } from '../service/types.ts';
import { useSignedIn } from '../session/context.ts';
import { readTransaction } from '../transactions/actions.ts';
import { useClaimEnds } from '../transactions/use-claim-ends.ts';
import { useLiveTransactions } from '../ui/use-live.ts';
import { type Loaded, useLoad } from '../ui/use-load.ts';
import { useNextPage } from '../ui/use-next-page.ts';
import {
  applyTransaction,
  byAge,
  type Queue,
  readMore,
  readQueue,
  removeRow,
  takeArrivals,
} from './queue-state.ts';
import { useKept } from './use-kept.ts';

/** Transactions may arrive many times a second. The list is read again at most this often for their sake. */
const PAUSE_MS = 1_000;

export interface LiveQueue {
  readonly loaded: Loaded<Queue>;
  readonly isReadingMore: boolean;
  readMore(): void;
  /** Shows what has arrived. */
  takeArrivals(): void;
  /** Keeps this row when it leaves the list, and drops the previously kept one if it has left. */
  keep(transactionId: string | undefined): void;
  /** Applies the current version of a transaction. */
  applyUpdate(transaction: Transaction): void;
  /** Removes a row that was decided here. */
  remove(transaction: Transaction): void;
}

interface Terms {
  readonly filter: TransactionFilter;
  readonly filterKey: string;
  /** Whether a transaction that arrives belongs to the list; undefined when only the service knows. */
  readonly matches: (transaction: Transaction) => boolean | undefined;
  /** With fewer rows than this, the queue automatically reads more. */
  readonly wanted: number;
}

/** Returns the queue, updated live. It automatically reads more when few rows are left. */
export function useQueue({ filter, filterKey, matches, wanted }: Terms): LiveQueue {
  const { session } = useSignedIn();
  const changes = useChanges();
  const known = useRef({ filterKey, count: 0 });
  const kept = useKept<Transaction>({
    key: filterKey,
    idOf: ({ transactionId }) => transactionId,
    byPlace: byAge,
    read: (id) => readTransaction(session, id),
    newerOf,
  });
  const loaded = useLoad(filterKey, () => {
    const count = known.current.filterKey === filterKey ? known.current.count : 0;
    const read = async () => {
      const queue = await readQueue(session, filter, count);
      await kept.follow(queue.items);
      return queue;
    };
    return changes.upToDate(read());
  });
  const { data } = loaded;
  known.current = { filterKey, count: data?.items.length ?? 0 };
  const page = useNextPage(loaded, async (_, before) => {
    const queue = await changes.upToDate(readMore(session, filter, before));
    return (present) => (known.current.filterKey === filterKey ? queue : present);
  });
  const isLow = data !== undefined && data.items.length < wanted && !page.hasFailed;
  useEffect(() => {
    if (isLow) page.read();
  });
  const reloadSoon = useSoon(loaded.reload);
  const change = (apply: Change) => {
    changes.note(apply);
    loaded.update(apply);
  };
  const applyUpdate = (transaction: Transaction) => {
    kept.apply(transaction);
    const isKnown = (data?.items ?? []).some(({ transactionId: id }) => id === transaction.transactionId);
    const isMatch = isWaiting(transaction) ? matches(transaction) : true;
    if (isMatch === false && isKnown) change((queue) => removeRow(queue, transaction.transactionId));
    else if (isMatch === undefined && !isKnown) reloadSoon();
    else if (isMatch || isKnown) change((queue) => applyTransaction(queue, transaction));
  };
  const shown = data && { ...data, items: kept.among(data.items) };
  useLiveTransactions(applyUpdate, loaded.reload);
  useClaimEnds(shown?.items ?? [], applyUpdate);

  return {
    loaded: { ...loaded, data: shown },
    applyUpdate,
    isReadingMore: page.isReading,
    readMore: page.read,
    takeArrivals: () => change(takeArrivals),
    remove({ transactionId }) {
      kept.release(transactionId);
      change((queue) => removeRow(queue, transactionId));
    },
    keep: (transactionId) => kept.keep(data?.items ?? [], transactionId),
  };
}

type Change = (queue: Queue) => Queue;

interface Changes {
  /** Notes a change for the reads under way. */
  note(change: Change): void;
  /** Repeats the changes that came during a read, because its result may be older. */
  upToDate(read: Promise<Queue>): Promise<Queue>;
}

function useChanges(): Changes {
  const reads = useRef(new Set<Change[]>());
  return {
    note(change) {
      for (const meanwhile of reads.current) meanwhile.push(change);
    },
    async upToDate(read) {
      const meanwhile: Change[] = [];
      reads.current.add(meanwhile);
      try {
        const queue = await read;
        return meanwhile.reduce((result, change) => change(result), queue);
      } finally {
        reads.current.delete(meanwhile);
      }
    },
  };
}

/** Returns a function that acts once after a pause, however often it is called. */
function useSoon(act: () => void): () => void {
  const latest = useRef(act);
  latest.current = act;
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      latest.current();
    }, PAUSE_MS);
  };
}
