import { useEffect, useRef } from 'preact/hooks';
import { formatAmount, formatTime } from '../format.ts';
import { readQueue } from '../queue/queue-state.ts';
import type { Transaction } from '../service/types.ts';
import type { Session } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import type { Notify } from '../ui/notice.tsx';
import { ownClaim } from './claims.ts';
import { partyOf } from './labels.ts';

/** The holder is warned so long before a claim ends. */
export const WARNING_MS = 2 * 60_000;

/** At most so many of the oldest withdrawals are looked through for own claims. */
const MAX_READ = 1_000;

/** Warns the holder of a claim before it ends, on whatever screen. A claim that is kept, or ends otherwise, warns no more. */
export function useClaimWarnings(session: Session, notify: Notify): void {
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const { live, nowMs } = session;
    const known = timers.current;
    /** What the stream has told since the last read began, which may be older. */
    const told = new Set<string>();
    const follow = (transaction: Transaction) => {
      clearTimeout(known.get(transaction.transactionId));
      known.delete(transaction.transactionId);
      const endsAt = ownClaim(transaction)?.expiresAt;
      if (endsAt == null) return;
      const warn = () => {
        const { endsSoon } = texts().transactions.claim;
        notify(endsSoon(formatAmount(transaction.amount), partyOf(transaction), formatTime(endsAt)));
      };
      const waitMs = Math.max(0, Date.parse(endsAt) - WARNING_MS - nowMs());
      known.set(transaction.transactionId, setTimeout(warn, waitMs));
    };
    // What happened without a stream is read.
    const catchUp = async () => {
      told.clear();
      const { items } = await readQueue(session, { type: 'withdrawal' }, MAX_READ);
      for (const item of items) if (!told.has(item.transactionId)) follow(item);
    };
    const read = () => void catchUp().catch(() => {});
    const unsubscribe = live.onTransaction((transaction) => {
      told.add(transaction.transactionId);
      follow(transaction);
    });
    const unsubscribeStates = live.onState((state) => state === 'live' && read());
    if (live.state === 'live') read();
    return () => {
      unsubscribe();
      unsubscribeStates();
      for (const timer of known.values()) clearTimeout(timer);
      known.clear();
    };
  }, [session, notify]);
}
