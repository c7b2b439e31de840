import { waitingTimes } from '../../../src/transactions/domain/plan.ts';
import { compileForList, compileOnce } from '../../sql/compiled.ts';
import type { Database } from '../../tables.ts';
import { planFromRow, type StoredPlan } from '../rows/plans.ts';

const selectPlans = compileForList((db, transactionIds) =>
  db.selectFrom('planned_transitions').selectAll().where('transaction_id', 'in', transactionIds),
);

/** Finds the plans of transactions, by the ids of these. */
export async function findPlans(
  db: Database,
  transactionIds: readonly string[],
): Promise<Map<string, StoredPlan>> {
  const rows = await selectPlans(db, transactionIds);
  return new Map(rows.map((row) => [row.transaction_id, planFromRow(row)]));
}

/** Finds the plans of which lines of bank statements are the reason, by the ids of the lines. There are few plans. */
export async function findPlansOfLines(db: Database): Promise<Map<string, StoredPlan>> {
  const rows = await db
    .selectFrom('planned_transitions')
    .selectAll()
    .where('lines', 'is not', null)
    .execute();
  const plans = rows.map(planFromRow);
  return new Map(plans.flatMap((plan) => (plan.lines?.lineIds ?? []).map((id) => [id, plan] as const)));
}

/** Every process asks twice a second. */
const selectDue = compileOnce((db) =>
  db
    .selectFrom('planned_transitions')
    .selectAll()
    .where((eb) => eb.or([eb('due_at_ms', '<=', 0), eb('due_at_ms', '>', 1)]))
    .orderBy('due_at_ms')
    .orderBy('transaction_id')
    .limit(1),
);

/** Finds the plans that are due, the longest overdue first: `isDue` of src/transactions/domain/plan.ts, in SQL. */
export async function findDuePlans(db: Database, steadyNowMs: number, limit: number): Promise<StoredPlan[]> {
  const { afterMs, untilMs } = waitingTimes(steadyNowMs);
  const { rows } = await selectDue(db, [afterMs, untilMs, limit]);
  return rows.map(planFromRow);
}
