import type { ChosenPolicy } from '../../../src/reconciliation/domain/matching/policy.ts';
import { type MatchPolicy, STRICT_POLICY } from '../../../src/reconciliation/domain/matching/policy.ts';

/** Has a row for each policy that was set. */
export interface MatchPoliciesTable {
  /** The id of the client, or `desk`. */
  scope: string;
  /** Null for the desk. */
  client_id: string | null;
  /** JSON. */
  policy: string;
  updated_at_ms: number;
}

/** The scope of the policy for all clients without their own. */
export const DESK_SCOPE = 'desk';

export function policyFromRow({ policy }: Pick<MatchPoliciesTable, 'policy'>): MatchPolicy {
  // Older versions had fields that no longer exist.
  const stored = Object.entries(JSON.parse(policy) as Partial<MatchPolicy>);
  return { ...STRICT_POLICY, ...Object.fromEntries(stored.filter(([field]) => field in STRICT_POLICY)) };
}

export function chosenFromRow(row: MatchPoliciesTable): ChosenPolicy {
  return { clientId: row.client_id, policy: policyFromRow(row), updatedAtMs: row.updated_at_ms };
}
