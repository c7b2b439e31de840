import type { AccountPatch, AccountRecord, BankPatch, BankRecord } from '../../src/banks/bank-directory.ts';
import type { BankCopy } from '../../src/banks/remote/copy-store.ts';
import { type Audited, appendAudit, lockAuditTip } from '../audit/commands/append-audit.ts';
import { accountValues, bankValues } from '../audit/commands/audit-values.ts';
import { toFlag } from '../sql/columns.ts';
import type { DatabaseTransaction } from '../tables.ts';
import { accountFromRow, accountToRow, bankFromRow, bankToRow, limitColumns } from './rows.ts';

/** Creates a bank. @returns undefined when the id is taken. */
export async function createBank(
  trx: DatabaseTransaction,
  { bank, audit }: { readonly bank: BankRecord } & Audited,
): Promise<BankRecord | undefined> {
  const row = await trx
    .insertInto('banks')
    .values(bankToRow(bank))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row) return undefined;
  const created = bankFromRow(row);
  await appendAudit(trx, audit, {
    targetKind: 'bank',
    targetId: created.id,
    before: null,
    after: bankValues(created),
  });
  return created;
}

interface UpdateBank extends Audited {
  readonly bankId: string;
  readonly changes: BankPatch;
}

/** Changes the fields that are given. @returns undefined when there is no such bank. */
export async function updateBank(
  trx: DatabaseTransaction,
  { bankId, changes, audit }: UpdateBank,
): Promise<BankRecord | undefined> {
  // The row is locked, so that the audit log has the values that this change replaces, not those that another has
  // replaced meanwhile.
  const before = await trx
    .selectFrom('banks')
    .selectAll()
    .where('id', '=', bankId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!before) return undefined;
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
    .executeTakeFirstOrThrow();
  const updated = bankFromRow(row);
  await appendAudit(trx, audit, {
    targetKind: 'bank',
    targetId: bankId,
    before: bankValues(bankFromRow(before)),
    after: bankValues(updated),
  });
  return updated;
}

interface SaveBankCopy extends BankCopy {
  readonly url: string;
  /** A copy with a later time comes from a wrong clock. */
  readonly latestMs: number;
}

/**
 * Keeps the last good response of an Available Banks service. A delayed process can bring a response that is older than
 * the copy of its successor, which is then kept.
 */
export async function saveBankCopy(
  trx: DatabaseTransaction,
  { url, body, fetchedAtMs, latestMs }: SaveBankCopy,
): Promise<void> {
  const row = { url, body, fetched_at_ms: fetchedAtMs };
  await trx
    .insertInto('bank_copies')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('url')
        .doUpdateSet(row)
        .where((eb) =>
          eb.or([
            eb('bank_copies.fetched_at_ms', '<=', fetchedAtMs),
            eb('bank_copies.fetched_at_ms', '>', latestMs),
          ]),
        ),
    )
    .execute();
}

/** Creates an account. @returns the account, or the existing one with the same IBAN. */
export async function createAccount(
  trx: DatabaseTransaction,
  { account, audit }: { readonly account: AccountRecord } & Audited,
): Promise<AccountRecord> {
  // Accounts are created one after another: an IBAN in two accounts would have two daily limits.
  await lockAuditTip(trx);
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
  const created = accountFromRow(row);
  await appendAudit(trx, audit, {
    targetKind: 'account',
    targetId: created.id,
    before: null,
    after: accountValues(created),
  });
  return created;
}

interface UpdateAccount extends Audited {
  readonly accountId: string;
  readonly changes: AccountPatch;
}

/** Changes the fields that are given. @returns undefined when there is no such account. */
export async function updateAccount(
  trx: DatabaseTransaction,
  { accountId, changes, audit }: UpdateAccount,
): Promise<AccountRecord | undefined> {
  const before = await trx
    .selectFrom('bank_accounts')
    .selectAll()
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!before) return undefined;
  const row = await trx
    .updateTable('bank_accounts')
    .set({
      id: accountId,
      daily_limit_minor: changes.dailyLimitMinor,
      active: changes.active === undefined ? undefined : toFlag(changes.active),
    })
    .where('id', '=', accountId)
    .returningAll()
    .executeTakeFirstOrThrow();
  const updated = accountFromRow(row);
  await appendAudit(trx, audit, {
    targetKind: 'account',
    targetId: accountId,
    before: accountValues(accountFromRow(before)),
    after: accountValues(updated),
  });
  return updated;
}
