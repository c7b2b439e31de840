import type { AccountRecord } from '../../../src/banks/bank-directory.ts';
import { type Flag, fromRow, type RowOf, toFlag, toRow } from '../../sql/columns.ts';

const COLUMNS = {
  id: 'id',
  bankId: 'bank_id',
  accountName: 'account_name',
  iban: 'iban',
  dailyLimitMinor: 'daily_limit_minor',
  assignedOrder: 'assigned_order',
  pendingMinor: 'pending_minor',
  paidDay: 'paid_day',
  paidMinor: 'paid_minor',
  createdAtMs: 'created_at_ms',
} as const satisfies Record<Exclude<keyof AccountRecord, 'active'>, string>;

export type BankAccountsTable = RowOf<AccountRecord, typeof COLUMNS> & { active: Flag };

export function accountToRow(account: AccountRecord): BankAccountsTable {
  return Object.assign(toRow(COLUMNS, account), { active: toFlag(account.active) });
}

export function accountFromRow(row: BankAccountsTable): AccountRecord {
  return Object.assign(fromRow(COLUMNS, row), { active: row.active === 1 });
}
