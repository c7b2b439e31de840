import type {
  AccountPatch,
  AccountRecord,
  BankPatch,
  BankRecord,
} from '../../src/operations/admin/directory.ts';
import { accountFromRow, accountToRow } from '../rows/accounts.ts';
import { bankFromRow, bankToRow, limitColumns } from '../rows/banks.ts';
import { toFlag } from '../rows/columns.ts';
import type { DatabaseTransaction } from '../tables.ts';

/** Creates a bank. @returns undefined when the id is taken. */
export async function createBank(
  trx: DatabaseTransaction,
  { bank }: { readonly bank: BankRecord },
): Promise<BankRecord | undefined> {
  const row = await trx
    .insertInto('banks')
    .values(bankToRow(bank))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst();
  return row && bankFromRow(row);
}

/** Changes the fields that are given. @returns undefined when there is no such bank. */
export async function updateBank(
  trx: DatabaseTransaction,
  { bankId, changes }: { readonly bankId: string; readonly changes: BankPatch },
): Promise<BankRecord | undefined> {
  const row = await trx
    .updateTable('banks')
    .set({
      id: bankId,
      name: changes.name,
      active: changes.active === undefined ? undefined : toFlag(changes.active),
      ...(changes.deposit !== undefined && limitColumns('deposit', changes.deposit)),
      ...(changes.withdrawal !== undefined && limitColumns('withdrawal', changes.withdrawal)),
    })
    .where('id', '=', bankId)
    .returningAll()
    .executeTakeFirst();
  return row && bankFromRow(row);
}

/** Keeps the last good response of an Available Banks service. */
export async function saveBankCopy(
  trx: DatabaseTransaction,
  copy: { readonly url: string; readonly body: string; readonly fetchedAtMs: number },
): Promise<void> {
  const row = { url: copy.url, body: copy.body, fetched_at_ms: copy.fetchedAtMs };
  await trx
    .insertInto('bank_copies')
    .values(row)
    .onConflict((conflict) => conflict.column('url').doUpdateSet(row))
    .execute();
}

/** Creates an account. @returns the account, or the existing one with the same IBAN. */
export async function createAccount(
  trx: DatabaseTransaction,
  { account }: { readonly account: AccountRecord },
): Promise<AccountRecord> {
  // Looked up inside the transaction: one IBAN in two accounts would have two daily limits.
  const existing = await trx
    .selectFrom('bank_accounts')
    .selectAll()
    .where('iban', '=', account.iban)
    .executeTakeFirst();
  if (existing) return accountFromRow(existing);
  const row = await trx
    .insertInto('bank_accounts')
    .values(accountToRow(account))
    .returningAll()
    .executeTakeFirstOrThrow();
  return accountFromRow(row);
}

/** Changes the fields that are given. @returns undefined when there is no such account. */
export async function updateAccount(
  trx: DatabaseTransaction,
  { accountId, changes }: { readonly accountId: string; readonly changes: AccountPatch },
): Promise<AccountRecord | undefined> {
  const row = await trx
    .updateTable('bank_accounts')
    .set({
      id: accountId,
      daily_limit_minor: changes.dailyLimitMinor,
      active: changes.active === undefined ? undefined : toFlag(changes.active),
    })
    .where('id', '=', accountId)
    .returningAll()
    .executeTakeFirst();
  return row && accountFromRow(row);
}
