import { sql } from 'kysely';
import type { BankAccount } from '../../../src/banks/domain/bank.ts';
import type { CreationInput } from '../../../src/transactions/domain/creation.ts';
import type { GroupFacts } from '../../../src/transactions/domain/creation-group.ts';
import type { TransactionDraft } from '../../../src/transactions/domain/transaction.ts';
import { findBlacklistKeys } from '../../admin/queries/blacklist.ts';
import { accountFromRow } from '../../banks/rows/accounts.ts';
import { joinWriters } from '../../engines/statements.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { findKnown } from './known-transactions.ts';
import { countOpenDeposits, lockClients, type OpenDepositTerms } from './open-deposits.ts';

/**
 * Reads the facts that decide a group of create requests, with one statement for each kind of fact. First it locks what
 * has limits: the accounts of the banks, then the clients. Groups that need the same ones follow one another, so that each
 * sees what those before it have stored.
 */
export async function readCreationFacts(
  trx: DatabaseTransaction,
  requests: readonly CreationInput[],
  terms: OpenDepositTerms,
): Promise<GroupFacts> {
  const drafts = requests.map(({ draft }) => draft);
  // They run in this order. None needs the result of another, so the driver may send them together.
  const [, accounts, , openDeposits, transactions, blacklist] = await Promise.all([
    // Accounts are written before transactions.
    joinWriters(trx),
    lockAccounts(trx, drafts),
    lockClients(trx, drafts, terms),
    countOpenDeposits(trx, drafts, terms),
    findKnown(trx, drafts),
    findBlacklistKeys(trx, drafts),
  ]);
  return { transactions, openDeposits, blacklist, accounts };
}

/**
 * Locks the active accounts of the banks that deposits name, in the order of their ids, until the command ends. A test
 * deposit has an account that no bank has.
 */
async function lockAccounts(
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
