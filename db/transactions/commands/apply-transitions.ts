import type { AuditChange, AuditOrigin } from '../../../src/audit/domain/audit.ts';
import {
  type AppliedTransition,
  applyTransition,
} from '../../../src/transactions/domain/apply-transition.ts';
import { isSamePlan, type PlannedLines, refusePlanned } from '../../../src/transactions/domain/plan.ts';
import type { Transaction } from '../../../src/transactions/domain/transaction.ts';
import {
  type Actor,
  decideTransition,
  TRANSITIONS,
  type TransitionCommand,
} from '../../../src/transactions/domain/transition.ts';
import type { TransitionOutcome } from '../../../src/transactions/store.ts';
import { findStops } from '../../admin/queries/blacklist.ts';
import { type Audited, appendAuditRows } from '../../audit/commands/append-audit.ts';
import { plannedValues, transactionValues } from '../../audit/commands/audit-values.ts';
import { insertCallbacks } from '../../callbacks/commands/insert-callbacks.ts';
import { lockTransactions } from '../../engines/statements.ts';
import { notePaid, noteReturned } from '../../payouts/commands/note-lines.ts';
import { findLivePayouts } from '../../payouts/queries/live.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { findPlans } from '../queries/plans.ts';
import { findTransactions } from '../queries/transactions.ts';
import { planToRow, type StoredPlan } from '../rows/plans.ts';
import { countAccountUse } from './count-account-use.ts';
import { countTransitions } from './count-transactions.ts';
import { insertEvents } from './insert-events.ts';
import { isOtherMode, type MeantMode } from './meant-mode.ts';
import { updateTransactions } from './update-transactions.ts';

interface ApplyTransitions {
  readonly nowMs: number;
  readonly steadyNowMs: number;
  /** The zone by whose days amounts are counted. */
  readonly timeZone: string;
  readonly requests: readonly ApplyTransition[];
}

interface ApplyTransition extends Audited, MeantMode {
  readonly transactionId: string;
  /** The client that must own the transaction; undefined where any may. */
  readonly ownerId?: string | undefined;
  readonly command: TransitionCommand;
  readonly actor: Actor;
  /** The id of the event, when the transition happens. */
  readonly eventId: string;
  /** The time after which the transition happens, unless it is undone before; 0 or undefined for now. */
  readonly holdMs?: number | undefined;
  /** The lines that an operator has confirmed, which are a reason to plan. */
  readonly lines?: PlannedLines | undefined;
  readonly traceparent?: string | undefined;
  /** The time of the decision, by the steady clock, whose claims count; now by default. */
  readonly decidedAtMs?: number | undefined;
}

/**
 * Applies a group of transitions, one after another. Each that happens updates the row, adds one event and one
 * callback, if its client has a callbackUrl, is counted in the statistics and in the use of its account, and has one
 * row in the audit log if a person or a key asked for it. One with `holdMs` is checked in the same way, and planned.
 * @returns one outcome for each request, in their order.
 */
export async function applyTransitions(
  trx: DatabaseTransaction,
  { requests, nowMs, steadyNowMs, timeZone }: ApplyTransitions,
): Promise<TransitionOutcome[]> {
  const ids = [...new Set(requests.map((request) => request.transactionId))];
  await lockTransactions(trx, ids);
  const current = new Map((await findTransactions(trx, ids)).map((found) => [found.id, found]));
  const plans = await findPlans(trx, ids);
  const paidIds = new Set(
    requests.flatMap(({ command, transactionId }) =>
      TRANSITIONS[command.kind].to === 'successful' ? transactionId : [],
    ),
  );
  const stops = await findStops(
    trx,
    [...current.values()].filter(({ id }) => paidIds.has(id)),
  );
  const pendingWithdrawals = [...current.values()].filter(
    ({ type, status }) => type === 'withdrawal' && status === 'pending',
  );
  const payouts = await findLivePayouts(
    trx,
    pendingWithdrawals.map(({ id }) => id),
  );
  const applied: AppliedTransition[] = [];
  const planned: StoredPlan[] = [];
  const audited: (AuditOrigin & AuditChange)[] = [];
  const outcomes = requests.map((request): TransitionOutcome => {
    const { command, actor, eventId, holdMs, decidedAtMs = steadyNowMs } = request;
    const before = current.get(request.transactionId);
    if (!before || !isMeant(before, request)) return { kind: 'missing' };
    const batchNumber = payouts.get(before.id)?.number;
    if (batchNumber !== undefined && !isByLine(request))
      return {
        kind: 'refused',
        refusal: { type: 'error_in_payout', transactionId: before.id, batchNumber },
      };
    const asking = { actor, steadyNowMs: decidedAtMs, isBlacklisted: stops.has(before.id) };
    const decision = decideTransition(before, command, asking);
    if (decision.kind === 'refuse') return { kind: 'refused', refusal: decision.refusal };
    const kept = { kind: 'stored', transaction: before, isChanged: false } as const;
    if (decision.kind === 'keep') return kept;
    const plan = plans.get(before.id);
    // It may expire when it is clear that it was not decided in time.
    if (plan && (command.kind === 'expire' || (holdMs && isSamePlan(plan, request)))) return kept;
    if (plan) return { kind: 'refused', refusal: refusePlanned(plan, steadyNowMs) };
    const isPlanned = Boolean(holdMs);
    if (holdMs) {
      const made = planOf(before, request, { steadyNowMs, holdMs });
      plans.set(before.id, made);
      planned.push(made);
      if (request.audit) audited.push({ ...request.audit, ...planChangeOf(made) });
      return { kind: 'stored', transaction: before, isChanged: true, isPlanned };
    }
    const transition = applyTransition(before, decision.transition, { actor, eventId, nowMs });
    current.set(before.id, transition.after);
    applied.push(transition);
    if (request.audit) audited.push({ ...request.audit, ...changeOf(transition) });
    return { kind: 'stored', transaction: transition.after, isChanged: true, isPlanned };
  });
  if (planned.length > 0)
    await trx.insertInto('planned_transitions').values(planned.map(planToRow)).execute();
  if (applied.length > 0) await storeTransitions(trx, { applied, steadyNowMs, timeZone });
  await notePaid(
    trx,
    applied.map(({ after }) => after.id).filter((id) => payouts.has(id)),
    nowMs,
  );
  await noteReturned(
    trx,
    applied.flatMap(({ event, after }) =>
      event.kind === 'reverse' && after.type === 'withdrawal' ? after.id : [],
    ),
  );
  await appendAuditRows(trx, audited);
  return outcomes;
}

/** Whether a booked line of a bank is the reason: the payment has happened, whatever the desk was going to do. */
function isByLine({ command, actor }: ApplyTransition): boolean {
  return actor.kind === 'reconciliation' || ('isByLine' in command && command.isByLine === true);
}

function isMeant(transaction: Transaction, { ownerId, isTest }: ApplyTransition): boolean {
  if (isOtherMode(transaction, isTest)) return false;
  return ownerId === undefined || transaction.clientId === ownerId;
}

function planOf(
  { clientId }: Transaction,
  { transactionId, command, lines, actor, eventId, audit, traceparent }: ApplyTransition,
  { steadyNowMs, holdMs }: { readonly steadyNowMs: number; readonly holdMs: number },
): StoredPlan {
  const times = { plannedAtMs: steadyNowMs, dueAtMs: steadyNowMs + holdMs };
  return { transactionId, clientId, command, lines, actor, eventId, audit, traceparent, ...times };
}

function planChangeOf(plan: StoredPlan): AuditChange {
  const { transactionId: targetId } = plan;
  return { targetKind: 'transaction', targetId, before: { planned: null }, after: plannedValues(plan) };
}

function changeOf({ event, before, after }: AppliedTransition): AuditChange {
  const values = { before: transactionValues(before), after: transactionValues(after, event) };
  return { targetKind: 'transaction', targetId: after.id, ...values };
}

interface Decided {
  readonly applied: readonly AppliedTransition[];
  readonly steadyNowMs: number;
  readonly timeZone: string;
}

async function storeTransitions(
  trx: DatabaseTransaction,
  { applied, steadyNowMs, timeZone }: Decided,
): Promise<void> {
  const events = applied.map((transition) => transition.event);
  await updateTransactions(trx, applied);
  await countAccountUse(trx, applied, timeZone);
  await countTransitions(trx, applied, timeZone);
  // From here on, other processes wait that add to the feed.
  await insertEvents(trx, events);
  await insertCallbacks(trx, events, steadyNowMs);
}
