import { useEffect, useRef } from 'preact/hooks';
import { formatAmount, formatTime } from '../format.ts';
import { readQueue } from '../queue/queue-state.ts';
import type { Transaction } from '../service/types.ts';
import { useSignedIn } from '../session/context.ts';
import { texts } from '../texts/texts.ts';
import { useLiveTransactions } from '../ui/use-live.ts';
import { ownClaim, WARNING_MS } from './claims.ts';
import { partyOf } from './labels.ts';

/**
 * Warns the holder of a claim before it ends, on every screen. There is no warning if the claim is extended or ends
 * otherwise.
 */
export function ClaimWarnings() {
  const { session, notify } = useSignedIn();
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  /** The transactions that the stream has sent since the last read began. What was read of them can be older. */
  const streamed = useRef(new Set<string>());
  const follow = (transaction: Transaction) => {
    const { transactionId, amount } = transaction;
    clearTimeout(timers.current.get(transactionId));
    timers.current.delete(transactionId);
    const endsAt = ownClaim(transaction)?.expiresAt;
    if (endsAt == null) return;
    const { endsSoon } = texts().transactions.claim;
    const warn = () => notify(endsSoon(formatAmount(amount), partyOf(transaction), formatTime(endsAt)));
    const waitMs = Math.max(0, Date.parse(endsAt) - WARNING_MS - session.nowMs());
    timers.current.set(transactionId, setTimeout(warn, waitMs));
  };
  // Reads what happened while there was no stream. If that fails, it is read when the stream is live again.
  const catchUp = () => {
    streamed.current.clear();
    const followUnlessStreamed = (transaction: Transaction) => {
      if (!streamed.current.has(transaction.transactionId)) follow(transaction);
    };
    void readQueue(session, { isClaimedByMe: true }, Infinity).then(
      ({ items }) => items.forEach(followUnlessStreamed),
      () => {},
    );
  };
  useLiveTransactions((transaction) => {
    streamed.current.add(transaction.transactionId);
    follow(transaction);
  }, catchUp);
  useEffect(() => {
    const { current } = timers;
    if (session.live.state === 'live') catchUp();
    return () => {
      for (const timer of current.values()) clearTimeout(timer);
    };
  }, [session]);
  return null;
}
