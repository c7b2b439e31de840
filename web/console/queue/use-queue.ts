import { useRef, useState } from 'preact/hooks';
import type { Transaction } from '../service/types.ts';
import { useSignedIn } from '../session/context.ts';
import { useLiveChanges } from '../ui/use-live.ts';
import { type Loaded, useLoad } from '../ui/use-load.ts';
import { applyChange, type Queue, readMore, readQueue } from './queue-state.ts';

export interface LiveQueue {
  readonly loaded: Loaded<Queue>;
  readonly isReadingMore: boolean;
  readMore(): void;
  /** Takes in a transaction as it stands now. */
  learn(transaction: Transaction): void;
}

/** The queue, kept up to date. */
export function useQueue(): LiveQueue {
  const { session, notify } = useSignedIn();
  const readings = useRef(new Set<Transaction[]>());
  const known = useRef(0);
  const [isReadingMore, setReadingMore] = useState(false);

  /** What is read may be older than what was told while it was read. */
  const upToDate = async (read: Promise<Queue>) => {
    const meanwhile: Transaction[] = [];
    readings.current.add(meanwhile);
    try {
      const queue = await read;
      return meanwhile.reduce(applyChange, queue);
    } finally {
      readings.current.delete(meanwhile);
    }
  };
  const loaded = useLoad('queue', () => upToDate(readQueue(session, known.current)));
  known.current = loaded.data?.items.length ?? 0;
  const learn = (transaction: Transaction) => {
    for (const meanwhile of readings.current) meanwhile.push(transaction);
    loaded.change((queue) => applyChange(queue, transaction));
  };
  useLiveChanges(learn, loaded.reload);

  return {
    loaded,
    learn,
    isReadingMore,
    readMore() {
      if (!loaded.data || isReadingMore) return;
      setReadingMore(true);
      const { cursor } = loaded.data;
      upToDate(readMore(session, loaded.data))
        .then(
          // All of it may have been read anew meanwhile.
          (queue) => loaded.change((present) => (present.cursor === cursor ? queue : present)),
          () => notify('The next page could not be read. Try again.'),
        )
        .finally(() => setReadingMore(false));
    },
  };
}
