import { useEffect } from 'preact/hooks';
import { useLiveTransactions } from './use-live.ts';
import { type Loaded, useLoad } from './use-load.ts';
import { useSoon } from './use-soon.ts';

/** Transactions can change many times a second. A summary is read again at most this often. */
const PAUSE_MS = 2_000;
/** Not everything in a summary changes a transaction, so it is also read at this interval. */
const INTERVAL_MS = 30_000;

/**
 * Loads a summary, and loads it again after transactions have changed.
 * @param intervalMs shorter where people change what it shows without changing a transaction
 */
export function useLiveSummary<T>(
  key: string,
  load: () => Promise<T>,
  intervalMs: number = INTERVAL_MS,
): Loaded<T> {
  const loaded = useLoad(key, load);
  const { reload, restart } = loaded;
  useLiveTransactions(useSoon(reload, PAUSE_MS), restart);
  useEffect(() => {
    const interval = setInterval(() => !document.hidden && reload(), intervalMs);
    return () => clearInterval(interval);
  }, [reload, intervalMs]);
  return loaded;
}
