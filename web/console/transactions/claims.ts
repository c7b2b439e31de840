import { isWaiting, type Transaction } from '../service/types.ts';

/** How long before the end of a claim its holder is warned. */
export const WARNING_MS = 2 * 60_000;

type Claimed = Pick<Transaction, 'claim' | 'status' | 'planned'>;

/** Returns the claim of another operator, who alone is allowed to settle or reject it. */
export const othersClaim = (transaction: Claimed) => claimOf(transaction, { isMine: false, isLive: true });

/** Returns the claim of another operator that has ended: they may have paid. */
export const pastClaim = (transaction: Claimed) => claimOf(transaction, { isMine: false, isLive: false });

/** Returns the claim of this operator, who is paying the withdrawal. */
export const ownClaim = (transaction: Claimed) => claimOf(transaction, { isMine: true, isLive: true });

type Kind = Pick<NonNullable<Transaction['claim']>, 'isMine' | 'isLive'>;

function claimOf(transaction: Claimed, { isMine, isLive }: Kind): Transaction['claim'] {
  const { claim } = transaction;
  const isIt = claim && claim.isMine === isMine && claim.isLive === isLive && isWaiting(transaction);
  return isIt ? claim : undefined;
}

/** Whether only the operator who claimed and paid it can report that: it is a withdrawal. No money moves in a test. */
export function isPaidOut({ type, test }: Pick<Transaction, 'type' | 'test'>): boolean {
  return type === 'withdrawal' && !test;
}
