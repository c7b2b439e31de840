import type { Counts } from '../service/types.ts';

/** The counts of a group. Incoming and outgoing amounts are never added up. */
export interface SplitCounts extends Counts {
  readonly depositAmount: number;
  readonly withdrawalAmount: number;
}

/** The counts of deposits as those of both types, before those of withdrawals are added. */
export function ofDeposits(counts: Counts): SplitCounts {
  return { ...counts, depositAmount: counts.successfulAmount, withdrawalAmount: 0 };
}

export function ofWithdrawals(counts: Counts): SplitCounts {
  return { ...counts, depositAmount: 0, withdrawalAmount: counts.successfulAmount };
}
