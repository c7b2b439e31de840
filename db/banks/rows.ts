import type { AccountRecord, BankRecord } from '../../src/banks/bank-directory.ts';
import type { AmountLimits } from '../../src/banks/domain/bank.ts';
import { type ColumnsOf, columnsOf, type Flag, fromRow, type RowOf, toFlag, toRow } from '../sql/columns.ts';

const BANK_COLUMNS = columnsOf('id name createdAtMs') satisfies ColumnsOf<
  BankRecord,
  'active' | 'deposit' | 'withdrawal'
>;

/** Both limits of a type are null when the bank does not offer it. */
type LimitColumns<T extends 'deposit' | 'withdrawal'> = Record<
  `${T}_min_minor` | `${T}_max_minor`,
  number | null
>;

export type BanksTable = RowOf<BankRecord, typeof BANK_COLUMNS> & { active: Flag } & LimitColumns<
    'deposit' | 'withdrawal'
  >;

export function bankFromRow(row: BanksTable): BankRecord {
  return Object.assign(fromRow(BANK_COLUMNS, row), {
    active: row.active === 1,
    deposit: toLimits(row.deposit_min_minor, row.deposit_max_minor),
    withdrawal: toLimits(row.withdrawal_min_minor, row.withdrawal_max_minor),
  });
}

function toLimits(minAmountMinor: number | null, maxAmountMinor: number | null): AmountLimits | null {
  return minAmountMinor === null || maxAmountMinor === null ? null : { minAmountMinor, maxAmountMinor };
}

export function bankToRow(bank: BankRecord): BanksTable {
  return Object.assign(
    toRow(BANK_COLUMNS, bank),
    { active: toFlag(bank.active) },
    limitColumns('deposit', bank.deposit),
    limitColumns('withdrawal', bank.withdrawal),
  );
}

export function limitColumns<T extends 'deposit' | 'withdrawal'>(
  type: T,
  limits: AmountLimits | null,
): LimitColumns<T> {
  return {
    [`${type}_min_minor`]: limits?.minAmountMinor ?? null,
    [`${type}_max_minor`]: limits?.maxAmountMinor ?? null,
  } as LimitColumns<T>;
}

const ACCOUNT_COLUMNS = columnsOf(
  'id bankId accountName iban dailyLimitMinor assignedOrder pendingMinor paidDay paidMinor createdAtMs',
) satisfies ColumnsOf<AccountRecord, 'active'>;

export type BankAccountsTable = RowOf<AccountRecord, typeof ACCOUNT_COLUMNS> & { active: Flag };

export function accountToRow(account: AccountRecord): BankAccountsTable {
  return Object.assign(toRow(ACCOUNT_COLUMNS, account), { active: toFlag(account.active) });
}

export function accountFromRow(row: BankAccountsTable): AccountRecord {
  return Object.assign(fromRow(ACCOUNT_COLUMNS, row), { active: row.active === 1 });
}
