import type {
  AccountPatch,
  AccountRecord,
  BankPatch,
  BankRecord,
} from '../../src/operations/admin/directory.ts';
import { accountFromRow, accountToRow } from '../rows/accounts.ts';
import { bankFromRow, bankToRow, limitColumns } from '../rows/banks.ts';
import { type DatabaseTransaction, toFlag } from '../tables.ts';

/** @returns undefined when the id is taken. */
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

/** Fields that are undefined stay as they are. @returns undefined when there is no such bank. */
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

/** Keeps the last good answer of an Available Banks service. */
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

/** @returns the account, or the one that has the IBAN already. */
export async function createAccount(
  trx: DatabaseTransaction,
  { account }: { readonly account: AccountRecord },
): Promise<AccountRecord> {
  // Looked up where nobody can get in between: one IBAN in two accounts would have two daily limits.
  const holder = await trx
    .selectFrom('bank_accounts')
    .selectAll()
    .where('iban', '=', account.iban)
    .executeTakeFirst();
  if (holder) return accountFromRow(holder);
  const row = await trx
    .insertInto('bank_accounts')
    .values(accountToRow(account))
    .returningAll()
    .executeTakeFirstOrThrow();
  return accountFromRow(row);
}

/** Fields that are undefined stay as they are. @returns undefined when there is no such account. */
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
