import { isWaiting, type Transaction } from '../service/types.ts';

/** The holder is warned so long before a claim ends. */
export const WARNING_MS = 2 * 60_000;

type Claimed = Pick<Transaction, 'claim' | 'status' | 'planned'>;

/** Returns the claim of another operator, who alone may settle or reject it. */
export function othersClaim(transaction: Claimed): Transaction['claim'] {
  const { claim } = transaction;
  return claim?.isLive && !claim.isMine && isWaiting(transaction) ? claim : undefined;
}

/** Returns the claim of another operator that has ended: they may have paid. */
export function pastClaim(transaction: Claimed): Transaction['claim'] {
  const { claim } = transaction;
  return claim && !claim.isLive && !claim.isMine && isWaiting(transaction) ? claim : undefined;
}

/** Returns the claim of this operator, who is paying the withdrawal. */
export function ownClaim(transaction: Claimed): Transaction['claim'] {
  const { claim } = transaction;
  return claim?.isLive && claim.isMine && isWaiting(transaction) ? claim : undefined;
}

/** Whether only who has claimed and paid it may say so: a withdrawal. No money moves in a test. */
export function isPaidOut({ type, test }: Pick<Transaction, 'type' | 'test'>): boolean {
  return type === 'withdrawal' && !test;
}
