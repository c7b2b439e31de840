import { type BankAccount, moveUse } from '../../../src/banks/domain/bank.ts';
import type { AppliedTransition } from '../../../src/transactions/domain/apply-transition.ts';
import { accountFromRow } from '../../banks/rows.ts';
import { columnsOf, toRow } from '../../sql/columns.ts';
import { compileUpdate } from '../../sql/compiled.ts';
import type { DatabaseTransaction } from '../../tables.ts';

const USE = columnsOf('pendingMinor paidDay paidMinor');

const update = compileUpdate('bank_accounts', { id: 'id' }, Object.values(USE));

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
  const used = [...accounts.values()];
  await update(
    trx,
    used.map((account) => Object.assign(toRow(USE, account), { id: account.id })),
  );
}

function accountOf(transaction: AppliedTransition['after']): string | undefined {
  return transaction.type === 'deposit' ? transaction.bankAccountId : undefined;
}
