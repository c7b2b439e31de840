import type { Runtime } from '../../../src/operations/runtime.ts';
import type { MatchPolicyStore } from '../../../src/reconciliation/policy-store.ts';
import type { Engine } from '../../engine.ts';
import { listMatchPolicies } from '../queries/match-policies.ts';
import { RECENT_MS } from './statement-matching.ts';

/** Reads and changes what clients let happen without an operator. */
export function createMatchPolicyStore(
  engine: Engine,
  runtime: Runtime,
  { lateGraceMs }: { readonly lateGraceMs: number },
): MatchPolicyStore {
  const times = () => {
    const nowMs = runtime.nowMs();
    // The facts of the matching reach so far back.
    const bookedSince = new Date(nowMs - lateGraceMs - RECENT_MS).toISOString().slice(0, 10);
    return { nowMs, bookedSince };
  };
  return {
    list: () => engine.read(listMatchPolicies),
    update: (target, changes, audit) =>
      engine.run('updateMatchPolicy', { target, changes, audit, ...times() }),
    remove: (target, audit) => engine.run('removeMatchPolicy', { target, audit, ...times() }),
  };
}
