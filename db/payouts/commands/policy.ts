import type { AuditValues } from '../../../src/audit/domain/audit.ts';
import type { PayoutBatch } from '../../../src/payouts/domain/batch.ts';
import {
  type ApprovalsNeeded,
  approvalsNeeded,
  countApprovals,
  isWithinHours,
  type PayoutPolicy,
} from '../../../src/payouts/domain/policy.ts';
import type { PolicyRefusal } from '../../../src/payouts/domain/policy-refusal.ts';
import { type Audited, appendAudit, lockAuditTip } from '../../audit/commands/append-audit.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { PAYOUT_POLICY_SCOPE } from '../policy-row.ts';
import { findApprovalsOf } from '../queries/approvals.ts';
import type { WholePayout } from '../queries/batches.ts';
import { findOverLimit, findPayeeMarks, findPayoutPolicy } from '../queries/policy.ts';

interface SetPolicy extends Audited {
  readonly policy: PayoutPolicy;
  /** When the policy was last changed, as the caller has seen it; null for never, undefined to skip the check. */
  readonly seenUpdatedAtMs?: number | null | undefined;
  readonly nowMs: number;
}

/**
 * Sets the payout policy. Batches that are already approved are judged by it when they are exported.
 * @returns false if somebody has set another one since the caller read it.
 */
export async function setPayoutPolicy(
  trx: DatabaseTransaction,
  { policy, seenUpdatedAtMs, nowMs, audit }: SetPolicy,
): Promise<boolean> {
  await lockAuditTip(trx);
  const { policy: before, updatedAtMs } = await findPayoutPolicy(trx);
  const text = JSON.stringify(policy);
  if (updatedAtMs !== null && JSON.stringify(before) === text) return true;
  if (seenUpdatedAtMs !== undefined && seenUpdatedAtMs !== updatedAtMs) return false;
  // Each change has a unique time, with which callers name the policy that they have seen.
  const values = { policy: text, updated_at_ms: Math.max(nowMs, (updatedAtMs ?? 0) + 1) };
  await trx
    .insertInto('payout_policy')
    .values({ scope: PAYOUT_POLICY_SCOPE, ...values })
    .onConflict((conflict) => conflict.column('scope').doUpdateSet(values))
    .execute();
  await appendAudit(trx, audit, {
    targetKind: 'payoutPolicy',
    targetId: PAYOUT_POLICY_SCOPE,
    before: updatedAtMs === null ? null : policyValues(before),
    after: policyValues(policy),
  });
  return true;
}

function policyValues({ amounts, days, ...policy }: PayoutPolicy): AuditValues {
  return { ...policy, amounts: JSON.stringify(amounts), days: days.join(' ') };
}

export interface DecidedAt {
  readonly nowMs: number;
  readonly timeZone: string;
}

/**
 * Judges a batch by the current policy, and counts its approvals. The tip of the audit log is locked first: until this
 * commits, nobody can change the policy or a key, and no other batch can be approved or exported within the same limit.
 */
export async function judgePayout(
  trx: DatabaseTransaction,
  { batch, rows }: Pick<WholePayout, 'batch' | 'rows'>,
  { nowMs, timeZone }: DecidedAt,
): Promise<PolicyRefusal | ({ readonly kind: 'fits'; readonly given: number } & ApprovalsNeeded)> {
  await lockAuditTip(trx);
  const { policy } = await findPayoutPolicy(trx);
  if (!isWithinHours(policy, timeZone, nowMs)) return { kind: 'outside-hours', policy };
  const overLimit = await findOverLimit(trx, policy, { ...batch, batchId: batch.id });
  if (overLimit) return overLimit;
  const asksMarks = policy.isNewPayeeByTwo || policy.isChangedNameByTwo;
  const marks = asksMarks ? await findPayeeMarks(trx, batch.id) : new Map();
  // Read after the lock is taken: a key that was disabled before has lost its approvals.
  const given = countApprovals(batch, await findApprovalsOf(trx, batch.id));
  return { kind: 'fits', given, ...approvalsNeeded({ batch, rows }, policy, marks) };
}

/** Whether a new batch is above the limit of its account. The tip of the audit log must be locked. */
export async function limitOfNew(trx: DatabaseTransaction, batch: PayoutBatch) {
  const { policy } = await findPayoutPolicy(trx);
  return findOverLimit(trx, policy, { ...batch, batchId: batch.id });
}
