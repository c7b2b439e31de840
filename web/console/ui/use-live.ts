import { useEffect, useRef, useState } from 'preact/hooks';
import type { LiveState } from '../service/live.ts';
import type { Transaction } from '../service/types.ts';
import { useSignedIn } from '../session/context.ts';

/** Whether changes arrive as they happen. */
export function useLiveState(): LiveState {
  const { live } = useSignedIn().session;
  const [state, setState] = useState<LiveState>(live.state);
  useEffect(() => {
    setState(live.state);
    return live.onState(setState);
  }, [live]);
  return state;
}

/** Tells of each transaction that changes, and when what was read has to be read again, since changes were missed. */
export function useLiveChanges(
  onTransaction: (transaction: Transaction) => void,
  onMissed: () => void,
): void {
  const { live } = useSignedIn().session;
  const latest = useRef({ onTransaction, onMissed });
  latest.current = { onTransaction, onMissed };
  useEffect(() => {
    const leave = live.onTransaction((transaction) => latest.current.onTransaction(transaction));
    const leaveStates = live.onState((state) => state === 'live' && latest.current.onMissed());
    return () => {
      leave();
      leaveStates();
    };
  }, [live]);
}
