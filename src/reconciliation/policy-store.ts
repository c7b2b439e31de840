import type { AuditOrigin } from '../audit/domain/audit.ts';
import type { MatchPolicy } from './domain/matching/policy.ts';

/** A policy that was set, unlike the default one. */
export interface ChosenPolicy {
  /** Null for the desk, whose policy applies to all clients without their own. */
  readonly clientId: string | null;
  readonly policy: MatchPolicy;
  readonly updatedAtMs: number;
}

/** The owner of the changed policy. */
export interface PolicyTarget {
  /** Null for the desk. */
  readonly clientId: string | null;
  /** The name of its owner in the audit log. */
  readonly name: string;
}

/** The state after a change. */
export interface PolicyChange {
  /** How many lines are decided about again, because they wait and may belong to deposits of the policy. */
  readonly rematchedCount: number;
}

export interface MatchPolicyStore {
  /** Lists the policies that were set. */
  list(): Promise<readonly ChosenPolicy[]>;
  /** Changes fields of a policy. If none was set, the other fields come from the policy that applied until now. */
  update(
    target: PolicyTarget,
    changes: Partial<MatchPolicy>,
    audit: AuditOrigin | undefined,
  ): Promise<PolicyChange>;
  /** Removes a policy: then a client follows the desk again, and the desk holds everything that is not exact. */
  remove(target: PolicyTarget, audit: AuditOrigin | undefined): Promise<PolicyChange>;
}
