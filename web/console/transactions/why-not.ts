import type { Transaction } from '../service/types.ts';
import { texts } from '../texts/texts.ts';
import { othersClaim, ownClaim } from './claims.ts';

/** Returns why a pending transaction is not settled with one key. */
export function whyNotSettled(transaction: Transaction): string {
  const { problems, claim } = texts().transactions;
  if (transaction.blacklisted) return problems.error_transaction_blacklisted;
  if (transaction.payoutNumber != null)
    return texts().failures.fields.in_payout({ batch: String(transaction.payoutNumber) });
  if (othersClaim(transaction)) return problems.error_claimed;
  return ownClaim(transaction) ? claim.sayPaid : problems.error_not_claimed;
}
