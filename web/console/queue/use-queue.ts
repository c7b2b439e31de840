import { useRef, useState } from 'preact/hooks';
import type { Transaction } from '../service/types.ts';
import { useSignedIn } from '../session/context.ts';
import { useLiveTransactions } from '../ui/use-live.ts';
import { type Loaded, useLoad } from '../ui/use-load.ts';
import { applyTransaction, type Queue, readMore, readQueue } from './queue-state.ts';

export interface LiveQueue {
  readonly loaded: Loaded<Queue>;
  readonly isReadingMore: boolean;
  readMore(): void;
  /** Applies the current version of a transaction. */
  applyUpdate(transaction: Transaction): void;
}

/** Returns the queue, updated live. */
export function useQueue(): LiveQueue {
  const { session, notify } = useSignedIn();
  const pendingReads = useRef(new Set<Transaction[]>());
  const known = useRef(0);
  const [isReadingMore, setReadingMore] = useState(false);

  /** Applies updates that arrived during a read, because its result may be older. */
  const upToDate = async (read: Promise<Queue>) => {
    const meanwhile: Transaction[] = [];
    pendingReads.current.add(meanwhile);
    try {
      const queue = await read;
      return meanwhile.reduce(applyTransaction, queue);
    } finally {
      pendingReads.current.delete(meanwhile);
    }
  };
  const loaded = useLoad('queue', () => upToDate(readQueue(session, known.current)));
  known.current = loaded.data?.items.length ?? 0;
  const applyUpdate = (transaction: Transaction) => {
    for (const meanwhile of pendingReads.current) meanwhile.push(transaction);
    loaded.update((queue) => applyTransaction(queue, transaction));
  };
  useLiveTransactions(applyUpdate, loaded.reload);

  return {
    loaded,
    applyUpdate,
    isReadingMore,
    readMore() {
      if (!loaded.data || isReadingMore) return;
      setReadingMore(true);
      const { cursor } = loaded.data;
      upToDate(readMore(session, loaded.data))
        .then(
          // The whole queue may have been reloaded meanwhile.
          (queue) => loaded.update((present) => (present.cursor === cursor ? queue : present)),
          () => notify('The next page could not be read. Try again.'),
        )
        .finally(() => setReadingMore(false));
    },
  };
}
