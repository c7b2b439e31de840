import { convertName } from '../../../src/kernel/names.ts';
import type { UnfitReason } from '../../../src/payouts/domain/batch.ts';
import type { Payee } from '../../../src/payouts/domain/refund.ts';
import { claimOf } from '../../../src/transactions/domain/claim.ts';
import { findStops, type Stoppable } from '../../admin/queries/blacklist.ts';
import { readRestored } from '../../sql/restored.ts';
import type { Database } from '../../tables.ts';
import { findPlans } from '../../transactions/queries/plans.ts';
import type { Payable } from './payables.ts';

type Obstacle = Extract<UnfitReason, 'restored' | 'claimed' | 'planned' | 'blacklisted'>;

/** Finds what keeps withdrawals and refunds from being paid by a batch. @returns the obstacle of one of them. */
export async function findObstacles(
  db: Database,
  payables: readonly Payable[],
  steadyNowMs: number,
): Promise<(payable: Payable) => Obstacle | undefined> {
  const ids = payables.flatMap(({ kind, id }) => (kind === 'withdrawal' ? [id] : []));
  const plans = await findPlans(db, ids);
  const stops = await findPayableStops(db, payables);
  const heldBeforeMs = await readRestored(db, 'heldBeforeMs');
  return (payable) => {
    if (payable.createdAtMs < heldBeforeMs) return 'restored';
    // Also by somebody whose claim has ended: they may have paid.
    if (payable.kind === 'withdrawal' && claimOf(payable.transaction, steadyNowMs)) return 'claimed';
    if (plans.has(payable.id)) return 'planned';
    return stops.has(payable.id) ? 'blacklisted' : undefined;
  };
}

/** Finds the entries of the blacklist that stop withdrawals and refunds: those of a payee that the desk has named too. */
export function findPayableStops(
  db: Database,
  payables: readonly Payable[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  return findStops(
    db,
    payables.flatMap((payable): Stoppable[] => {
      const { id, payee, accountName, iban: ibanNormalized } = payable;
      if (payable.kind === 'withdrawal') {
        const { transaction } = payable;
        return payee ? [transaction, { ...transaction, accountName, ibanNormalized }] : [transaction];
      }
      return [{ id, ...partyOfPayee({ accountName, iban: ibanNormalized }) }];
    }),
  );
}

/** A payee who is no known user of a merchant: only blacklist entries for all merchants apply. */
export function partyOfPayee({ accountName, iban: ibanNormalized }: Pick<Payee, 'accountName' | 'iban'>) {
  const person = { clientId: '', userId: '', name: accountName, convertedName: convertName(accountName) };
  return { status: 'pending', ...person, accountName, ibanNormalized } as const;
}
