import type { AuditOrigin } from '../audit/domain/audit.ts';
import type { MatchPolicy } from './domain/matching/policy.ts';

/** A policy that was chosen, unlike the default one. */
export interface ChosenPolicy {
  /** Null for the desk, whose policy holds for all clients without one of their own. */
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
  /** The lines that are decided again, because they wait and may belong to deposits of the policy. */
  readonly rematchedCount: number;
}

export interface MatchPolicyStore {
  /** All that are chosen. */
  list(): Promise<readonly ChosenPolicy[]>;
  /** Changes fields of a policy. Where none is chosen, the others are those of the policy that has held so far. */
  update(
    target: PolicyTarget,
    changes: Partial<MatchPolicy>,
    audit: AuditOrigin | undefined,
  ): Promise<PolicyChange>;
  /** Removes a policy: a client follows the desk again, and the desk holds whatever is not exact. */
  remove(target: PolicyTarget, audit: AuditOrigin | undefined): Promise<PolicyChange>;
}
