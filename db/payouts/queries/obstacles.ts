import type { UnfitReason } from '../../../src/payouts/domain/batch.ts';
import { claimOf } from '../../../src/transactions/domain/claim.ts';
import type { Transaction } from '../../../src/transactions/domain/transaction.ts';
import { findStops } from '../../admin/queries/blacklist.ts';
import type { Database } from '../../tables.ts';
import { findPlans } from '../../transactions/queries/plans.ts';

type Obstacle = Extract<UnfitReason, 'claimed' | 'planned' | 'blacklisted'>;

/** Finds what keeps pending withdrawals from being paid by a batch. @returns the obstacle of one of them. */
export async function findObstacles(
  db: Database,
  transactions: readonly Transaction[],
  steadyNowMs: number,
): Promise<(transaction: Transaction) => Obstacle | undefined> {
  const plans = await findPlans(
    db,
    transactions.map(({ id }) => id),
  );
  const stops = await findStops(db, transactions);
  return (transaction) => {
    // Also by somebody whose claim has ended: they may have paid.
    if (claimOf(transaction, steadyNowMs)) return 'claimed';
    if (plans.has(transaction.id)) return 'planned';
    return stops.has(transaction.id) ? 'blacklisted' : undefined;
  };
}
