import { useEffect, useRef } from 'preact/hooks';
import { formatAmount, formatTime } from '../format.ts';
import type { Transaction } from '../service/types.ts';
import type { Session } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import type { Notify } from '../ui/notice.tsx';
import { ownClaim } from './claims.ts';
import { partyOf } from './labels.ts';

/** The holder is warned so long before a claim ends. */
export const WARNING_MS = 2 * 60_000;

/** Warns the holder of a claim before it ends, on whatever screen. A claim that is kept, or ends otherwise, warns no more. */
export function useClaimWarnings({ live, nowMs }: Pick<Session, 'live' | 'nowMs'>, notify: Notify): void {
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const known = timers.current;
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
    const unsubscribe = live.onTransaction(follow);
    return () => {
      unsubscribe();
      for (const timer of known.values()) clearTimeout(timer);
      known.clear();
    };
  }, [live, nowMs, notify]);
}
