import type { AccountState, DisagreementOf } from '../../../src/maintenance/domain/disagreements.ts';
import { type ColumnsOf, columnsOf, toRow } from '../../sql/columns.ts';
import type { Database } from '../../tables.ts';

const STATE = columnsOf('pendingMinor paidDay paidMinor assignedOrder') satisfies ColumnsOf<AccountState>;

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
  const sums = toRow(STATE, expected);
  await trx.updateTable('bank_accounts').set(sums).where('id', '=', accountId).execute();
}
