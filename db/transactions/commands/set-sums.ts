import type { AccountState, DisagreementOf } from '../../../src/maintenance/domain/disagreements.ts';
import type { Database } from '../../tables.ts';

/** Sets a row of counters to the sums over its transactions. */
export async function setCounters(
  trx: Database,
  { day, clientId, bankId, type, expected }: DisagreementOf<'counters'>,
): Promise<void> {
  await trx
    .deleteFrom('transaction_counters')
    .where('day', '=', day)
    .where('client_id', '=', clientId)
    .where('bank_id', '=', bankId)
    .where('type', '=', type)
    .execute();
  if (!expected) return;
  const key = { day, client_id: clientId, bank_id: bankId, type };
  await trx
    .insertInto('transaction_counters')
    .values({ ...key, ...expected })
    .execute();
}

/** Sets the use of an account to the sum of its deposits. */
export async function setAccountUse(
  trx: Database,
  { accountId, expected }: DisagreementOf<'account-use' | 'account-order'>,
): Promise<void> {
  await trx.updateTable('bank_accounts').set(accountColumns(expected)).where('id', '=', accountId).execute();
}

export function accountColumns({ pendingMinor, paidDay, paidMinor, assignedOrder }: AccountState) {
  return {
    pending_minor: pendingMinor,
    paid_day: paidDay,
    paid_minor: paidMinor,
    assigned_order: assignedOrder,
  };
}
