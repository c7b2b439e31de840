import type { MatchTerms } from '../../../src/reconciliation/domain/matching/model.ts';
import type { MatchPolicyStore } from '../../../src/reconciliation/policy-store.ts';
import type { Engine } from '../../engine.ts';
import { recentSinceMs } from '../queries/match-limits.ts';
import { listMatchPolicies } from '../queries/match-policies.ts';

/** Reads and changes the policies for what may happen without an operator. */
export function createMatchPolicyStore(engine: Engine, matchTerms: () => MatchTerms): MatchPolicyStore {
  const times = () => {
    const terms = matchTerms();
    // Matching reads facts this far back.
    const bookedSince = new Date(recentSinceMs(terms)).toISOString().slice(0, 10);
    return { nowMs: terms.nowMs, bookedSince };
  };
  return {
    list: () => engine.read(listMatchPolicies),
    update: (target, changes, audit) =>
      engine.run('updateMatchPolicy', { target, changes, audit, ...times() }),
    remove: (target, audit) => engine.run('removeMatchPolicy', { target, audit, ...times() }),
  };
}
