import type { BankAccount } from '../../../src/banks/domain/bank.ts';
import type { BankAccountsTable } from '../../banks/rows/accounts.ts';
import { type RowTypes, rowsOf } from '../../sql/functions.ts';
import type { DatabaseTransaction } from '../../tables.ts';

type AssignedRow = Pick<BankAccountsTable, 'id' | 'assigned_order' | 'pending_minor'>;
const ASSIGNED: RowTypes<AssignedRow> = { id: 'text', assigned_order: 'bigint', pending_minor: 'bigint' };

/** Stores accounts after the new deposits of a group were assigned to them. The group has locked them. */
export async function assignAccounts(
  trx: DatabaseTransaction,
  accounts: readonly BankAccount[],
): Promise<void> {
  if (accounts.length === 0) return;
  const rows = accounts.map(({ id, assignedOrder, pendingMinor }) => [id, assignedOrder, pendingMinor]);
  await trx
    .with('changed', () => rowsOf<AssignedRow>(ASSIGNED, rows))
    .updateTable('bank_accounts')
    .from('changed')
    .set((eb) => ({
      assigned_order: eb.ref('changed.assigned_order'),
      pending_minor: eb.ref('changed.pending_minor'),
    }))
    .whereRef('bank_accounts.id', '=', 'changed.id')
    .execute();
}
