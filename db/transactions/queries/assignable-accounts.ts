import { sql } from 'kysely';
import type { BankAccount } from '../../../src/banks/domain/bank.ts';
import type { TransactionDraft } from '../../../src/transactions/domain/transaction.ts';
import { accountFromRow } from '../../banks/rows/accounts.ts';
import type { DatabaseTransaction } from '../../tables.ts';

/**
 * Locks the active accounts of the banks that deposits name, in the order of their ids, until the command ends. A test
 * deposit has an account that no bank has.
 */
export async function lockAccounts(
  trx: DatabaseTransaction,
  drafts: readonly TransactionDraft[],
): Promise<BankAccount[]> {
  const bankIds = new Set<string>();
  for (const { type, isTest, bankId } of drafts) if (type === 'deposit' && !isTest) bankIds.add(bankId);
  if (bankIds.size === 0) return [];
  const rows = await trx
    .selectFrom('bank_accounts')
    .selectAll()
    .where('bank_id', 'in', [...bankIds])
    .where('active', '=', sql.lit(1))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.map(accountFromRow);
}
