import type { PayoutBatch } from './batch.ts';
import type { PayoutPolicy, SecondApproverReason } from './policy.ts';

/** What an account pays on one day, in hundredths. */
export interface DailyUse {
  readonly limitMinor: number;
  /** The sum of the other batches that are approved or exported. */
  readonly underWayMinor: number;
  readonly batchMinor: number;
}

/** The account would pay more than its daily limit. */
export interface OverLimit {
  readonly kind: 'over-limit';
  readonly currency: string;
  readonly executionDay: string;
  readonly use: DailyUse;
}

/** Why the payout policy refuses a decision. */
export type PolicyRefusal =
  | OverLimit
  | { readonly kind: 'outside-hours'; readonly policy: PayoutPolicy }
  | {
      readonly kind: 'approvals-missing';
      readonly batch: PayoutBatch;
      readonly given: number;
      readonly needed: number;
      readonly reasons: readonly SecondApproverReason[];
    };
