import { type BankAccount, moveUse } from '../../../src/banks/domain/bank.ts';
import type { AppliedTransition } from '../../../src/transactions/domain/apply-transition.ts';
import { accountFromRow, type BankAccountsTable } from '../../banks/rows/accounts.ts';
import { compileOnce } from '../../sql/compile-once.ts';
import { type RowTypes, rowsOf } from '../../sql/functions.ts';
import type { DatabaseTransaction } from '../../tables.ts';

type ChangedRow = Pick<BankAccountsTable, 'id' | 'pending_minor' | 'paid_day' | 'paid_minor'>;
const CHANGED: RowTypes<ChangedRow> = {
  id: 'text',
  pending_minor: 'bigint',
  paid_day: 'bigint',
  paid_minor: 'bigint',
};

const update = compileOnce((trx) =>
  trx
    .with('changed', () => rowsOf<ChangedRow>(CHANGED, []))
    .updateTable('bank_accounts')
    .from('changed')
    .set((eb) => ({
      pending_minor: eb.ref('changed.pending_minor'),
      paid_day: eb.ref('changed.paid_day'),
      paid_minor: eb.ref('changed.paid_minor'),
    }))
    .whereRef('bank_accounts.id', '=', 'changed.id'),
);

/** Moves what deposits count on their accounts, in the order of their transitions. Withdrawals have no account. */
export async function countAccountUse(
  trx: DatabaseTransaction,
  transitions: readonly AppliedTransition[],
  timeZone: string,
): Promise<void> {
  const ids = new Set(transitions.flatMap(({ after }) => accountOf(after) ?? []));
  if (ids.size === 0) return;
  const rows = await trx
    .selectFrom('bank_accounts')
    .selectAll()
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const accounts = new Map(rows.map((row) => [row.id, accountFromRow(row) as BankAccount]));
  for (const transition of transitions) {
    const account = accounts.get(accountOf(transition.after) ?? '');
    if (account) accounts.set(account.id, moveUse(account, transition, timeZone));
  }
  if (accounts.size > 0) await updateAccounts(trx, [...accounts.values()]);
}

function accountOf(transaction: AppliedTransition['after']): string | undefined {
  return transaction.type === 'deposit' ? transaction.bankAccountId : undefined;
}

async function updateAccounts(trx: DatabaseTransaction, accounts: readonly BankAccount[]): Promise<void> {
  const rows = accounts.map(({ id, pendingMinor, paidDay, paidMinor }) => [
    id,
    pendingMinor,
    paidDay,
    paidMinor,
  ]);
  await update(trx, [JSON.stringify(rows)]);
}
