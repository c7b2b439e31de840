/** The operations that change a claim, by their names in the audit log. */
export const CLAIM_OPERATIONS = ['claimWithdrawal', 'releaseWithdrawal', 'markWithdrawalSent'] as const;

/** A change of a claim, as the audit log has it. Times are of the wall clock. */
export interface ClaimChange {
  readonly atMs: number;
  /** One of CLAIM_OPERATIONS. */
  readonly operation: string;
  /** The appKey of the holder after it. */
  readonly holder: string;
  /** The end of the claim; null for one that does not end by itself. */
  readonly endsAtMs: number | null;
  readonly sentAtMs: number | null;
}

export const CLAIM_ENDS = ['time', 'released', 'takenOver'] as const;

/** A time in which one operator was paying a withdrawal. */
export interface ClaimPeriod {
  readonly holder: string;
  readonly fromMs: number;
  /** The time when it ended; null while it lasts, or until the withdrawal was decided. */
  readonly endedAtMs: number | null;
  readonly end: (typeof CLAIM_ENDS)[number] | null;
  readonly sentAtMs: number | null;
}

interface OpenPeriod extends ClaimPeriod {
  readonly untilMs: number | null;
}

/** Derives from the changes of a claim who was paying a withdrawal, and until when. @param changes the oldest first. */
export function claimPeriods(changes: readonly ClaimChange[], nowMs: number): ClaimPeriod[] {
  const periods: OpenPeriod[] = [];
  for (const change of changes) {
    const last = endByTime(periods.pop(), change.atMs);
    periods.push(...next(last, change));
  }
  const last = endByTime(periods.pop(), nowMs);
  return [...periods, ...(last ? [last] : [])].map(({ untilMs: _, ...period }) => period);
}

function endByTime(period: OpenPeriod | undefined, atMs: number): OpenPeriod | undefined {
  if (!period || period.end !== null || period.untilMs === null || period.untilMs > atMs) return period;
  return { ...period, endedAtMs: period.untilMs, end: 'time' };
}

function next(
  last: OpenPeriod | undefined,
  { atMs, operation, holder, endsAtMs, sentAtMs }: ClaimChange,
): OpenPeriod[] {
  const changed = { untilMs: endsAtMs, sentAtMs };
  const isLasting = last !== undefined && last.end === null;
  if (operation === 'releaseWithdrawal')
    return last ? [isLasting ? { ...last, endedAtMs: atMs, end: 'released' } : last] : [];
  if (isLasting && last.holder === holder) return [{ ...last, ...changed }];
  const begun = { holder, fromMs: atMs, endedAtMs: null, end: null, ...changed };
  if (!last) return [begun];
  return [isLasting ? { ...last, endedAtMs: atMs, end: 'takenOver' } : last, begun];
}
