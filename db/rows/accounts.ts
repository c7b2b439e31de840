import type { AccountRecord } from '../../src/operations/admin/directory.ts';
import { type BankAccountsTable, toFlag } from '../tables.ts';

/** An account as it is to be stored. */
export function accountToRow(account: AccountRecord): BankAccountsTable {
  return {
    id: account.id,
    bank_id: account.bankId,
    account_name: account.accountName,
    iban: account.iban,
    daily_limit_minor: account.dailyLimitMinor,
    active: toFlag(account.active),
    assigned_order: account.assignedOrder,
    used_day: account.usedDay,
    used_minor: account.usedMinor,
    created_at_ms: account.createdAtMs,
  };
}

/** An account as it is stored. */
export function accountFromRow(row: BankAccountsTable): AccountRecord {
  return {
    id: row.id,
    bankId: row.bank_id,
    accountName: row.account_name,
    iban: row.iban,
    dailyLimitMinor: row.daily_limit_minor,
    active: row.active === 1,
    assignedOrder: row.assigned_order,
    usedDay: row.used_day,
    usedMinor: row.used_minor,
    createdAtMs: row.created_at_ms,
  };
}
