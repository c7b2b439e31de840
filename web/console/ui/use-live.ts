import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { LiveState } from '../service/live.ts';
import type { Transaction } from '../service/types.ts';
import { useSignedIn } from '../session/context.ts';

/** Returns the state of the stream of transactions. */
export function useLiveState(): LiveState {
  const { live } = useSignedIn().session;
  const [state, setState] = useState<LiveState>(live.state);
  useEffect(() => {
    setState(live.state);
    return live.onState(setState);
  }, [live]);
  return state;
}

/**
 * Subscribes to changed transactions. `onReconnect` is called when the stream is live again: updates may have been
 * missed, so data must be read again.
 */
export function useLiveTransactions(
  onTransaction: (transaction: Transaction) => void,
  onReconnect: () => void,
): void {
  const { live } = useSignedIn().session;
  const latest = useRef({ onTransaction, onReconnect });
  latest.current = { onTransaction, onReconnect };
  // A change that comes after the first painting must not be missed.
  useLayoutEffect(() => {
    const unsubscribe = live.onTransaction((transaction) => latest.current.onTransaction(transaction));
    const unsubscribeStates = live.onState((state) => state === 'live' && latest.current.onReconnect());
    return () => {
      unsubscribe();
      unsubscribeStates();
    };
  }, [live]);
}
