import { type RawBuilder, sql } from 'kysely';
import { groupBy } from '../../../src/kernel/group-by.ts';
import { APPROVER_ROLES } from '../../../src/payouts/domain/approvers.ts';
import type { BatchState, PayoutApproval } from '../../../src/payouts/domain/batch.ts';
import type { Database } from '../../tables.ts';

/** Whether the key `c` is allowed to approve now. A removed key is not. */
export const CAN_APPROVE: RawBuilder<boolean> = sql`coalesce(
  c.disabled_at_ms is null and c.is_test = 0 and c.role in (${sql.join(APPROVER_ROLES.map((role) => sql.lit(role)))}), false)`;

/** Whether an approved batch `b` has lost an approval, because a key that gave one is no longer allowed to approve. */
export const HAS_LAPSED: RawBuilder<boolean> = sql`(b.state = 'approved' and coalesce(b.approvals_needed, 1) > (
  select count(*) from payout_approvals as a join clients as c on c.id = a.approver_client_id
  where a.batch_id = b.id and a.content_hash = b.content_hash and ${CAN_APPROVE}
))`;

/** The current state of a batch `b`: if it has lost an approval, it waits for approval again. */
export const STATE_NOW: RawBuilder<BatchState> = sql`case when ${HAS_LAPSED} then 'prepared' else b.state end`;

/** Finds the approvals of batches, oldest first, by the ids of the batches. */
export async function findApprovals(
  db: Database,
  batchIds: readonly string[],
): Promise<ReadonlyMap<string, readonly PayoutApproval[]>> {
  const rows = await db
    .selectFrom('payout_approvals as a')
    .leftJoin('clients as c', 'c.id', 'a.approver_client_id')
    .select(['a.batch_id', 'a.approver', 'a.approver_client_id', 'a.content_hash', 'a.approved_at_ms'])
    .select(sql<number>`case when ${CAN_APPROVE} then 1 else 0 end`.as('can_approve'))
    .where('a.batch_id', 'in', batchIds)
    .orderBy('a.approved_at_ms')
    .orderBy('a.approver')
    .execute();
  const approvals = rows.map((row) => ({
    batchId: row.batch_id,
    approver: row.approver,
    approverClientId: row.approver_client_id,
    contentHash: row.content_hash,
    approvedAtMs: row.approved_at_ms,
    canApprove: Number(row.can_approve) === 1,
  }));
  return groupBy(approvals, ({ batchId }) => batchId);
}

/** Finds the approvals of a batch, the oldest first. */
export async function findApprovalsOf(db: Database, batchId: string): Promise<readonly PayoutApproval[]> {
  return (await findApprovals(db, [batchId])).get(batchId) ?? [];
}
