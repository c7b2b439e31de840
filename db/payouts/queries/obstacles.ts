import { convertName } from '../../../src/kernel/names.ts';
import type { UnfitReason } from '../../../src/payouts/domain/batch.ts';
import type { Payee } from '../../../src/payouts/domain/refund.ts';
import { claimOf } from '../../../src/transactions/domain/claim.ts';
import { type BlacklistSubject, findStops } from '../../admin/queries/blacklist.ts';
import { compileForList } from '../../sql/compiled.ts';
import { holdsPayouts } from '../../sql/metadata.ts';
import type { Database } from '../../tables.ts';
import { findPlans } from '../../transactions/queries/plans.ts';
import { findPaidAgain } from './paid-again.ts';
import type { Payable } from './payables.ts';

type Obstacle = Extract<
  UnfitReason,
  'restored' | 'claimed' | 'planned' | 'paid-again' | 'blacklisted' | 'merchant-disabled'
>;

/**
 * Finds the obstacles that keep withdrawals and refunds out of batches.
 * @returns a function that gives the obstacle of one.
 */
export async function findObstacles(
  db: Database,
  payables: readonly Payable[],
  steadyNowMs: number,
): Promise<(payable: Payable) => Obstacle | undefined> {
  const ids = payables.flatMap(({ kind, id }) => (kind === 'withdrawal' ? [id] : []));
  const plans = await findPlans(db, ids);
  const stops = await findPayableStops(db, payables);
  const ofDisabled = await findOfDisabled(db, payables);
  const paidAgain = await findPaidAgain(
    db,
    payables.map(({ id }) => id),
  );
  const isHeld = await holdsPayouts(db);
  return (payable) => {
    if (isHeld) return 'restored';
    // Also if the claim has expired, because its holder may have paid.
    if (payable.kind === 'withdrawal' && claimOf(payable.transaction, steadyNowMs)) return 'claimed';
    if (plans.has(payable.id)) return 'planned';
    if (paidAgain.has(payable.id)) return 'paid-again';
    if (stops.has(payable.id)) return 'blacklisted';
    return ofDisabled.has(payable.id) ? 'merchant-disabled' : undefined;
  };
}

const selectDisabled = compileForList((db, clientIds) =>
  db.selectFrom('clients').select('id').where('disabled_at_ms', 'is not', null).where('id', 'in', clientIds),
);

/** Finds the withdrawals whose merchants are disabled: somebody may have requested them with a stolen key. */
export async function findOfDisabled(
  db: Database,
  payables: readonly Payable[],
): Promise<ReadonlySet<string>> {
  const withdrawals = payables.flatMap((one) => (one.kind === 'withdrawal' ? [one.transaction] : []));
  const rows = await selectDisabled(db, [...new Set(withdrawals.map(({ clientId }) => clientId))]);
  const disabled = new Set(rows.map(({ id }) => id));
  return new Set(withdrawals.flatMap(({ id, clientId }) => (disabled.has(clientId) ? [id] : [])));
}

/**
 * Finds the blacklist entries that stop withdrawals and refunds, including entries for a payee that the desk has named.
 */
export function findPayableStops(
  db: Database,
  payables: readonly Payable[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  return findStops(
    db,
    payables.flatMap((payable): BlacklistSubject[] => {
      const { id, payee, accountName, iban: ibanNormalized } = payable;
      if (payable.kind === 'withdrawal') {
        const { transaction } = payable;
        return payee ? [transaction, { ...transaction, accountName, ibanNormalized }] : [transaction];
      }
      return [{ id, ...partyOfPayee({ accountName, iban: ibanNormalized }) }];
    }),
  );
}

/** Returns a payee as somebody unknown to every merchant, so only blacklist entries for all merchants apply. */
export function partyOfPayee({ accountName, iban: ibanNormalized }: Pick<Payee, 'accountName' | 'iban'>) {
  const person = { clientId: '', userId: '', name: accountName, convertedName: convertName(accountName) };
  return { status: 'pending', ...person, accountName, ibanNormalized } as const;
}
