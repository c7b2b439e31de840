import type { Counts } from '../service/types.ts';

/** The counts of a group. What was paid in and what was paid out are never added. */
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
