import type { LineOutcome } from '../../../src/reconciliation/line-store.ts';
import type { UndoOutcome } from '../../../src/transactions/desk-store.ts';
import { isDue, refuseUndo } from '../../../src/transactions/domain/plan.ts';
import type { Transaction } from '../../../src/transactions/domain/transaction.ts';
import type { Actor } from '../../../src/transactions/domain/transition.ts';
import type { RunPlan, TransitionOutcome } from '../../../src/transactions/store.ts';
import { type Audited, appendAudit } from '../../audit/commands/append-audit.ts';
import { plannedValues } from '../../audit/commands/audit-values.ts';
import { lockCredits, lockTransactions } from '../../engines/statements.ts';
import { confirmLines } from '../../reconciliation/commands/confirm-lines.ts';
import { lockLines } from '../../reconciliation/commands/lines.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { findPlans } from '../queries/plans.ts';
import { findTransaction } from '../queries/transactions.ts';
import type { StoredPlan } from '../rows/plans.ts';
import { applyTransitions } from './apply-transitions.ts';
import type { Clocks } from './decide-transitions.ts';
import { isOtherMode, type ModeScope } from './mode-scope.ts';

interface UndoTransition extends Audited, ModeScope {
  readonly transactionId: string;
  readonly sequence: number;
  readonly actor: Actor;
}

/** Undoes a planned decision: it will not happen. */
export async function undoTransition(
  trx: DatabaseTransaction,
  { transactionId, isTest, audit, ...request }: UndoTransition,
): Promise<UndoOutcome> {
  await lockTransactions(trx, [transactionId]);
  const transaction = await findTransaction(trx, transactionId);
  if (!transaction || isOtherMode(transaction, isTest)) return { kind: 'missing' };
  const plan = (await findPlans(trx, [transactionId])).get(transactionId);
  const refusal = refuseUndo(transaction, plan, request);
  if (refusal || !plan) return { kind: 'refused', refusal: refusal ?? nothingOf(transaction) };
  await removePlans(trx, [transactionId]);
  await auditUndone(trx, plan, audit);
  return { kind: 'stored', transaction };
}

/** Undoes all planned decisions, whoever has made them. @returns their number. */
export async function undoAll(trx: DatabaseTransaction, { audit }: Audited): Promise<number> {
  const rows = await trx
    .selectFrom('planned_transitions')
    .select('transaction_id')
    .orderBy('transaction_id')
    .execute();
  const ids = rows.map((row) => row.transaction_id);
  await lockTransactions(trx, ids);
  const plans = [...(await findPlans(trx, ids)).values()];
  await removePlans(trx, ids);
  for (const plan of plans) await auditUndone(trx, plan, audit);
  return plans.length;
}

async function auditUndone(
  trx: DatabaseTransaction,
  plan: StoredPlan,
  audit: Audited['audit'],
): Promise<void> {
  await appendAudit(trx, audit, {
    targetKind: 'transaction',
    targetId: plan.transactionId,
    before: plannedValues(plan),
    after: { planned: null },
  });
}

function nothingOf({ id }: Transaction) {
  return { type: 'undo-of-nothing', transactionId: id } as const;
}

interface RunPlans extends Clocks {
  readonly timeZone: string;
  readonly transactionIds: readonly string[];
}

/**
 * Carries out the planned decisions that are due, each by the ordinary command with the actor and the origin of its
 * plan. If a decision is refused at this point, its transaction is not changed, and the audit log has the reason.
 * @returns the result of each, in the order of the ids; undefined where nothing is due any more.
 */
export async function runPlans(
  trx: DatabaseTransaction,
  { transactionIds, ...times }: RunPlans,
): Promise<(RunPlan | undefined)[]> {
  const plans = await takeDuePlans(trx, transactionIds, times.steadyNowMs);
  const alone = plans.filter(({ lines }) => !lines);
  const requests = alone.map((plan) => ({ ...requestOf(plan), command: plan.command, actor: plan.actor }));
  const outcomes = requests.length > 0 ? await applyTransitions(trx, { ...times, requests }) : [];
  const run = new Map<string, RunPlan>();
  for (const [index, plan] of alone.entries())
    run.set(plan.transactionId, await finishPlan(trx, plan, outcomes[index]));
  for (const plan of plans) {
    const { transactionId, lines, actor } = plan;
    if (!lines) continue;
    const terms = { ...times, ...lines, ...requestOf(plan), holdMs: 0, clientId: actor.clientId ?? '' };
    run.set(transactionId, await finishPlan(trx, plan, await confirmLines(trx, terms)));
  }
  return transactionIds.map((id) => run.get(id));
}

/** Locks the plans that are due, and removes them, because the ordinary command refuses a transaction with a plan. */
async function takeDuePlans(
  trx: DatabaseTransaction,
  transactionIds: readonly string[],
  steadyNowMs: number,
): Promise<readonly StoredPlan[]> {
  const found = await findPlans(trx, transactionIds);
  // Every command locks lines, transactions and credits in this order, before what the first plan locks.
  const lineIds = [...found.values()].flatMap(({ lines }) => lines?.lineIds ?? []);
  const lines = lineIds.length > 0 ? await lockLines(trx, lineIds) : [];
  await lockTransactions(trx, transactionIds);
  await lockCredits(
    trx,
    lines.map((line) => line.account_id),
  );
  // Read again: until the lock, another process may have run or undone some of them, and planned others.
  const locked = await findPlans(trx, transactionIds);
  const due = transactionIds.flatMap((id) => {
    const plan = locked.get(id);
    return plan && plan.eventId === found.get(id)?.eventId && isDue(plan, steadyNowMs) ? [plan] : [];
  });
  await removePlans(
    trx,
    due.map(({ transactionId }) => transactionId),
  );
  return due;
}

function requestOf({ transactionId, eventId, audit, traceparent, plannedAtMs }: StoredPlan) {
  return { transactionId, eventId, audit, traceparent, decidedAtMs: plannedAtMs };
}

async function finishPlan(
  trx: DatabaseTransaction,
  plan: StoredPlan,
  outcome: TransitionOutcome | LineOutcome | undefined,
): Promise<RunPlan> {
  const { transactionId, eventId, traceparent, audit } = plan;
  if (outcome?.kind === 'stored' && outcome.transaction)
    return { transaction: outcome.transaction, hasHappened: true, eventId, traceparent };
  const refused = outcome?.kind === 'refused' ? outcome.refusal.type : 'transaction-missing';
  await appendAudit(trx, audit, {
    targetKind: 'transaction',
    targetId: transactionId,
    before: plannedValues(plan),
    after: { planned: null, refused },
  });
  const transaction = await findTransaction(trx, transactionId);
  return { transaction, hasHappened: false };
}

async function removePlans(trx: DatabaseTransaction, transactionIds: readonly string[]): Promise<void> {
  if (transactionIds.length === 0) return;
  await trx.deleteFrom('planned_transitions').where('transaction_id', 'in', transactionIds).execute();
}
