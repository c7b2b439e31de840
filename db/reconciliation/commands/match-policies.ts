import type { MatchTerms } from '../../../src/reconciliation/domain/matching/model.ts';
import {
  type MatchPolicy,
  type PolicyChange,
  type PolicyTarget,
  STRICT_POLICY,
} from '../../../src/reconciliation/domain/matching/policy.ts';
import { type Audited, appendAudit } from '../../audit/commands/append-audit.ts';
import { lockPolicies } from '../../engines/statements.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { recentSinceMs } from '../queries/match-limits.ts';
import { DESK_SCOPE, policyFromRow } from '../rows/match-policies.ts';
import { rematchLines } from './rematch-lines.ts';

interface ChangePolicy extends Audited {
  readonly target: PolicyTarget;
  readonly terms: MatchTerms;
}

/**
 * Changes fields of the policy of a client or of the desk. Waiting lines are decided about again, and those that the
 * policy now accepts settle.
 */
export async function updateMatchPolicy(
  trx: DatabaseTransaction,
  { changes, ...change }: ChangePolicy & { readonly changes: Partial<MatchPolicy> },
): Promise<PolicyChange> {
  const { target, terms } = change;
  // A line is decided about either by the old policy, and waits for this change to find it, or by the new one.
  await lockPolicies(trx, 'exclusive');
  const scope = target.clientId ?? DESK_SCOPE;
  const before = await findPolicy(trx, scope);
  const base = before ?? (await findDefaultPolicy(trx));
  const after: MatchPolicy = { ...base, ...changes };
  if (isSame(before, after)) return { rematchedCount: 0 };
  const values = { policy: JSON.stringify(after), updated_at_ms: terms.nowMs };
  await trx
    .insertInto('match_policies')
    .values({ scope, client_id: target.clientId, ...values })
    .onConflict((conflict) => conflict.column('scope').doUpdateSet(values))
    .execute();
  return changed(trx, change, { before, after, hasEffect: !isSame(base, after) });
}

/** Removes a policy. Without its own, a client has that of the desk; without one, the desk has only the rules. */
export async function removeMatchPolicy(
  trx: DatabaseTransaction,
  change: ChangePolicy,
): Promise<PolicyChange> {
  await lockPolicies(trx, 'exclusive');
  const row = await trx
    .deleteFrom('match_policies')
    .where('scope', '=', change.target.clientId ?? DESK_SCOPE)
    .returning('policy')
    .executeTakeFirst();
  if (!row) return { rematchedCount: 0 };
  const before = policyFromRow(row);
  const next = await findDefaultPolicy(trx);
  return changed(trx, change, { before, after: null, hasEffect: !isSame(before, next) });
}

interface Changed {
  readonly before: MatchPolicy | null;
  readonly after: MatchPolicy | null;
  /** Whether lines can be decided about in another way now. */
  readonly hasEffect: boolean;
}

async function changed(
  trx: DatabaseTransaction,
  { target, terms, audit }: ChangePolicy,
  { before, after, hasEffect }: Changed,
): Promise<PolicyChange> {
  // Matching reads facts this far back.
  const bookedSince = new Date(recentSinceMs(terms)).toISOString().slice(0, 10);
  const rematchedCount = hasEffect
    ? await rematchLines(trx, { clientId: target.clientId, bookedSince, nowMs: terms.nowMs })
    : 0;
  await appendAudit(trx, audit, {
    targetKind: 'matchPolicy',
    targetId: target.name,
    before: before && { ...before },
    after: after && { ...after },
  });
  return { rematchedCount };
}

/** Reads the policy that applies to clients without their own. */
async function findDefaultPolicy(trx: DatabaseTransaction): Promise<MatchPolicy> {
  return (await findPolicy(trx, DESK_SCOPE)) ?? STRICT_POLICY;
}

async function findPolicy(trx: DatabaseTransaction, scope: string): Promise<MatchPolicy | null> {
  const row = await trx
    .selectFrom('match_policies')
    .select('policy')
    .where('scope', '=', scope)
    .executeTakeFirst();
  return row ? policyFromRow(row) : null;
}

function isSame(one: MatchPolicy | null, other: MatchPolicy): boolean {
  return (
    one !== null &&
    (Object.keys(STRICT_POLICY) as (keyof MatchPolicy)[]).every((field) => one[field] === other[field])
  );
}
