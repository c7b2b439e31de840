import type { AccountRecord } from '../../../src/banks/bank-directory.ts';
import {
  type ColumnsOf,
  columnsOf,
  type Flag,
  fromRow,
  type RowOf,
  toFlag,
  toRow,
} from '../../sql/columns.ts';

const COLUMNS = columnsOf(
  'id bankId accountName iban dailyLimitMinor assignedOrder pendingMinor paidDay paidMinor createdAtMs',
) satisfies ColumnsOf<AccountRecord, 'active'>;

export type BankAccountsTable = RowOf<AccountRecord, typeof COLUMNS> & { active: Flag };

export function accountToRow(account: AccountRecord): BankAccountsTable {
  return Object.assign(toRow(COLUMNS, account), { active: toFlag(account.active) });
}

export function accountFromRow(row: BankAccountsTable): AccountRecord {
  return Object.assign(fromRow(COLUMNS, row), { active: row.active === 1 });
}
