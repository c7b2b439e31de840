import type { ChosenPolicy, MatchPolicy } from '../../../src/reconciliation/domain/matching/policy.ts';
import type { Database } from '../../tables.ts';
import { chosenFromRow, DESK_SCOPE, policyFromRow } from '../rows/match-policies.ts';

/** Lists the policies that were set. */
export async function listMatchPolicies(db: Database): Promise<ChosenPolicy[]> {
  const rows = await db.selectFrom('match_policies').selectAll().orderBy('scope').execute();
  return rows.map(chosenFromRow);
}

/** Finds the policies of clients: their own, or that of the desk. For a client without either, only the rules apply. */
export async function findPolicies(
  db: Database,
  clientIds: readonly string[],
): Promise<ReadonlyMap<string, MatchPolicy>> {
  if (clientIds.length === 0) return new Map();
  const ids = [...new Set(clientIds)];
  const rows = await db
    .selectFrom('match_policies')
    .selectAll()
    .where('scope', 'in', [DESK_SCOPE, ...ids])
    .execute();
  const policies = new Map(rows.map((row) => [row.scope, policyFromRow(row)]));
  return new Map(
    ids.flatMap((id) => {
      const policy = policies.get(id) ?? policies.get(DESK_SCOPE);
      return policy ? [[id, policy] as const] : [];
    }),
  );
}
