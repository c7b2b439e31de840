import { useEffect, useRef, useState } from 'preact/hooks';
import type { TransactionFilter } from '../gql/graphql.ts';
import type { Transaction } from '../service/types.ts';
import { useSignedIn } from '../session/context.ts';
import { texts } from '../texts/texts.ts';
import { useLiveTransactions } from '../ui/use-live.ts';
import { type Loaded, useLoad } from '../ui/use-load.ts';
import { applyTransaction, type Queue, readMore, readQueue, removeRow, takeArrivals } from './queue-state.ts';

export interface LiveQueue {
  readonly loaded: Loaded<Queue>;
  readonly isReadingMore: boolean;
  readMore(): void;
  /** Shows what has arrived. */
  takeArrivals(): void;
  /** Keeps this row when somebody else decides it, and drops the decided ones that were kept before. */
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
  /** With fewer rows than this, the queue reads on by itself. */
  readonly wanted: number;
}

/** Returns the queue, updated live. It reads on by itself when few rows are left. */
export function useQueue({ filter, filterKey, matches, wanted }: Terms): LiveQueue {
  const { session, notify } = useSignedIn();
  const pendingReads = useRef(new Set<((queue: Queue) => Queue)[]>());
  const known = useRef({ filterKey, count: 0 });
  const kept = useRef<string | undefined>(undefined);
  const [reading, setReading] = useState<'idle' | 'reading' | 'failed'>('idle');

  /** Repeats the changes that arrived during a read, because its result may be older. */
  const upToDate = async (read: Promise<Queue>) => {
    const meanwhile: ((queue: Queue) => Queue)[] = [];
    pendingReads.current.add(meanwhile);
    try {
      const queue = await read;
      return meanwhile.reduce((result, change) => change(result), queue);
    } finally {
      pendingReads.current.delete(meanwhile);
    }
  };
  const loaded = useLoad(filterKey, () => {
    const count = known.current.filterKey === filterKey ? known.current.count : 0;
    setReading('idle');
    return upToDate(readQueue(session, filter, count));
  });
  const { data } = loaded;
  known.current = { filterKey, count: data?.items.length ?? 0 };
  const change = (apply: (queue: Queue) => Queue) => {
    for (const meanwhile of pendingReads.current) meanwhile.push(apply);
    loaded.update(apply);
  };
  const applyUpdate = (transaction: Transaction) => {
    const isKnown = (data?.items ?? []).some(({ transactionId: id }) => id === transaction.transactionId);
    const isMatch = isKnown || transaction.status !== 'pending' ? true : matches(transaction);
    if (isMatch === undefined) loaded.reload();
    else if (isMatch) change((queue) => applyTransaction(queue, transaction, kept.current));
  };
  useLiveTransactions(applyUpdate, loaded.reload);

  const read = () => {
    if (!data || data.cursor === null || reading === 'reading') return;
    setReading('reading');
    const { cursor } = data;
    upToDate(readMore(session, filter, data)).then(
      (queue) => {
        // The whole queue may have been read again meanwhile.
        loaded.update((present) => (present.cursor === cursor ? queue : present));
        setReading('idle');
      },
      () => {
        setReading('failed');
        notify(texts().ui.pageFailed);
      },
    );
  };
  const isLow = data !== undefined && data.cursor !== null && data.items.length < wanted;
  useEffect(() => {
    if (isLow && reading === 'idle') read();
  });

  return {
    loaded,
    applyUpdate,
    isReadingMore: reading === 'reading',
    readMore: read,
    takeArrivals: () => change(takeArrivals),
    remove: ({ transactionId }) => change((queue) => removeRow(queue, transactionId)),
    keep(transactionId) {
      if (kept.current === transactionId) return;
      kept.current = transactionId;
      const isGone = (item: Transaction) => item.status !== 'pending' && item.transactionId !== transactionId;
      if (data?.items.some(isGone))
        change((queue) => ({ ...queue, items: queue.items.filter((item) => !isGone(item)) }));
    },
  };
}
