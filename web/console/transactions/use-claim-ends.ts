import { useEffect } from 'preact/hooks';
import type { Transaction } from '../service/types.ts';
import { useSignedIn } from '../session/context.ts';

/** The service rounds the end of a claim. */
const SLACK_MS = 1_000;

/** A claim that has ended stays visible: its holder may have paid. */
export function endClaim<T extends Pick<Transaction, 'claim'>>(transaction: T): T {
  const { claim } = transaction;
  return claim ? { ...transaction, claim: { ...claim, isLive: false } } : transaction;
}

/** Calls back with transactions whose claim has ended. The service sends nothing when a claim ends by its time. */
export function useClaimEnds(
  items: readonly Transaction[],
  onEnded: (transaction: Transaction) => void,
): void {
  const { session } = useSignedIn();
  const endOf = ({ claim }: Transaction) =>
    claim?.isLive && claim.expiresAt != null ? Date.parse(claim.expiresAt) : Infinity;
  const nextMs = Math.min(...items.map(endOf));
  useEffect(() => {
    if (nextMs === Infinity) return undefined;
    const end = () => {
      for (const item of items) if (endOf(item) <= nextMs) onEnded(endClaim(item));
    };
    const timer = setTimeout(end, nextMs - session.nowMs() + SLACK_MS);
    return () => clearTimeout(timer);
  });
}
