import type { AmountLimits } from '../../src/domain/bank.ts';
import type { BankRecord } from '../../src/operations/admin/directory.ts';
import { type BanksTable, toFlag } from '../tables.ts';

/** A bank as it is stored. */
export function bankFromRow(row: BanksTable): BankRecord {
  return {
    id: row.id,
    name: row.name,
    active: row.active === 1,
    deposit: toLimits(row.deposit_min_minor, row.deposit_max_minor),
    withdrawal: toLimits(row.withdrawal_min_minor, row.withdrawal_max_minor),
    createdAtMs: row.created_at_ms,
  };
}

function toLimits(minAmountMinor: number | null, maxAmountMinor: number | null): AmountLimits | null {
  return minAmountMinor === null || maxAmountMinor === null ? null : { minAmountMinor, maxAmountMinor };
}

/** A bank as it is to be stored. */
export function bankToRow(bank: BankRecord): BanksTable {
  return {
    id: bank.id,
    name: bank.name,
    active: toFlag(bank.active),
    ...limitColumns('deposit', bank.deposit),
    ...limitColumns('withdrawal', bank.withdrawal),
    created_at_ms: bank.createdAtMs,
  };
}

/** The columns of one type's limits; both are null when the bank does not offer the type. */
export function limitColumns<T extends 'deposit' | 'withdrawal'>(type: T, limits: AmountLimits | null) {
  const columns = {
    [`${type}_min_minor`]: limits?.minAmountMinor ?? null,
    [`${type}_max_minor`]: limits?.maxAmountMinor ?? null,
  };
  return columns as Record<`${T}_min_minor` | `${T}_max_minor`, number | null>;
}
