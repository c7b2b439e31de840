import { OPEN_PAYOUT_POLICY, type PayoutPolicy } from '../../src/payouts/domain/policy.ts';

/** Has one row at most. */
export interface PayoutPolicyTable {
  /** `desk`. */
  scope: string;
  /** JSON. */
  policy: string;
  updated_at_ms: number;
}

export const PAYOUT_POLICY_SCOPE = 'desk';

export function payoutPolicyFromRow({ policy }: Pick<PayoutPolicyTable, 'policy'>): PayoutPolicy {
  return { ...OPEN_PAYOUT_POLICY, ...(JSON.parse(policy) as Partial<PayoutPolicy>) };
}
