import { sql } from 'kysely';
import { type BankAccount, remainingMinor } from '../../src/domain/bank.ts';
import type { CreationRequest } from '../../src/domain/creation.ts';
import type { TransactionDraft } from '../../src/domain/transaction.ts';
import { accountFromRow } from '../rows/accounts.ts';
import { isPostgres } from '../sql/is-postgres.ts';
import { compileByLength, padToPowerOfTwo } from '../sql/list-statements.ts';
import type { DatabaseTransaction } from '../tables.ts';

/** Reads the active accounts of the banks that deposits name. */
export async function findAccounts(
  trx: DatabaseTransaction,
  requests: readonly CreationRequest[],
): Promise<BankAccount[]> {
  const bankIds = new Set<string>();
  for (const { draft } of requests) if (needsAccount(draft)) bankIds.add(draft.bankId);
  if (bankIds.size === 0) return [];
  const { rows } = await selectAccounts(
    trx,
    padToPowerOfTwo([...bankIds]).map((id) => [id]),
  );
  return rows.map(accountFromRow);
}

/** A test deposit has an account that no bank has. */
function needsAccount(draft: TransactionDraft): boolean {
  return draft.type === 'deposit' && !draft.isTest;
}

const selectAccounts = compileByLength((trx, length) =>
  trx
    .selectFrom('bank_accounts')
    .selectAll()
    .where('bank_id', 'in', new Array<string>(length).fill(''))
    .where('active', '=', sql.lit(1))
    .orderBy('id'),
);

/** The groups that may use up what is left of an account while one decides: farther from its limit they do not matter. */
const GROUPS_UNDER_WAY = 8;

/**
 * Reads accounts again that are near their limit, on PostgreSQL: with their locks, so that nothing else assigns them
 * until the commit. Groups that are far from every limit need not wait for each other.
 */
export async function lockNearLimit(
  trx: DatabaseTransaction,
  requests: readonly CreationRequest[],
  { accounts, today }: { readonly accounts: BankAccount[]; readonly today: number },
): Promise<BankAccount[]> {
  if (!isPostgres(trx)) return accounts;
  const wanted = new Map<string, number>();
  for (const { draft } of requests)
    if (needsAccount(draft)) wanted.set(draft.bankId, (wanted.get(draft.bankId) ?? 0) + draft.amountMinor);
  const isNear = (account: BankAccount) =>
    remainingMinor(account, today) < (wanted.get(account.bankId) ?? 0) * GROUPS_UNDER_WAY;
  if (!accounts.some(isNear)) return accounts;
  // All of them, in the order in which every command locks accounts.
  const rows = await trx
    .selectFrom('bank_accounts')
    .selectAll()
    .where('bank_id', 'in', padToPowerOfTwo([...wanted.keys()]))
    .where('active', '=', 1)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.map(accountFromRow);
}
