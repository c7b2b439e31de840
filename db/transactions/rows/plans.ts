import type { AuditOrigin } from '../../../src/audit/domain/audit.ts';
import { type Plan, printCommand } from '../../../src/transactions/domain/plan.ts';
import type { PlannedTransitionsTable } from '../../tables.ts';

/** The context of the request that planned a decision. */
export interface PlanOrigin {
  readonly audit: AuditOrigin | undefined;
  readonly traceparent: string | undefined;
}

export interface StoredPlan extends Plan, PlanOrigin {}

type PlanMeta = Pick<StoredPlan, 'actor' | 'eventId' | 'plannedAtMs'> & Partial<PlanOrigin>;

export function planToRow(plan: StoredPlan): PlannedTransitionsTable {
  const { actor, eventId, plannedAtMs, audit, traceparent } = plan;
  const meta: PlanMeta = { actor, eventId, plannedAtMs, audit, traceparent };
  return {
    transaction_id: plan.transactionId,
    client_id: plan.clientId,
    command: printCommand(plan.command),
    lines: plan.lines ? JSON.stringify(plan.lines) : null,
    meta: JSON.stringify(meta),
    due_at_ms: plan.dueAtMs,
  };
}

export function planFromRow(row: PlannedTransitionsTable): StoredPlan {
  const { actor, eventId, plannedAtMs, audit, traceparent } = JSON.parse(row.meta) as PlanMeta;
  return {
    transactionId: row.transaction_id,
    clientId: row.client_id,
    command: JSON.parse(row.command) as Plan['command'],
    lines: row.lines === null ? undefined : (JSON.parse(row.lines) as Plan['lines']),
    actor,
    eventId,
    plannedAtMs,
    audit,
    traceparent,
    dueAtMs: row.due_at_ms,
  };
}
