import type { AuditChange, AuditOrigin } from '../../../src/audit/domain/audit.ts';
import { deductionsOf } from '../../../src/payouts/domain/give-back.ts';
import {
  type AppliedTransition,
  applyTransition,
} from '../../../src/transactions/domain/apply-transition.ts';
import type { HeldAfterRestore } from '../../../src/transactions/domain/claim.ts';
import { isSamePlan, refusePlanned } from '../../../src/transactions/domain/plan.ts';
import type { Transaction } from '../../../src/transactions/domain/transaction.ts';
import {
  decideTransition,
  type StillOutRefusal,
  type TransitionCommand,
} from '../../../src/transactions/domain/transition.ts';
import type { TransitionOutcome } from '../../../src/transactions/store.ts';
import { plannedValues, transactionValues } from '../../audit/commands/audit-values.ts';
import { refuseEnding } from '../../payouts/queries/paid-again.ts';
import type { StoredPlan } from '../rows/plans.ts';
import { isOtherMode } from './mode-scope.ts';
import { type ApplyTransition, endsUnpaid, type Facts, isByLine } from './transition-facts.ts';

/** The rows that the decisions of a group change, in their order. */
export interface Changes {
  readonly applied: AppliedTransition[];
  readonly planned: StoredPlan[];
  readonly audited: (AuditOrigin & AuditChange)[];
}

export interface Clocks {
  readonly nowMs: number;
  readonly steadyNowMs: number;
}

/** Decides one request by the facts, and adds what it changes to them and to the changes. */
export function decide(
  request: ApplyTransition,
  { facts, changes, nowMs, steadyNowMs }: Clocks & { readonly facts: Facts; readonly changes: Changes },
): TransitionOutcome {
  const { command, actor, eventId, holdMs, audit, decidedAtMs = steadyNowMs } = request;
  const before = facts.transactions.get(request.transactionId);
  if (!before || !isOfCaller(before, request)) return { kind: 'missing' };
  const { id } = before;
  const { isByHandAllowed, pastTransitions } = facts;
  const batchNumber = facts.payouts.get(id)?.number;
  if (batchNumber !== undefined && !isByLine(request))
    return { kind: 'refused', refusal: { type: 'error_in_payout', transactionId: id, batchNumber } };
  const isBlacklisted = facts.stops.has(id);
  const asking = { actor, steadyNowMs: decidedAtMs, isBlacklisted, isByHandAllowed, pastTransitions };
  const decision = decideTransition(before, command, asking);
  if (decision.kind === 'refuse') return { kind: 'refused', refusal: decision.refusal };
  const kept = { kind: 'stored', transaction: before, isChanged: false } as const;
  // A transaction that a restore holds may have been paid.
  if (decision.kind === 'keep' || (command.kind === 'expire' && facts.heldIds.has(id))) return kept;
  const out = refuseUnpaid(request, facts);
  if (out) return { kind: 'refused', refusal: out };
  const { to, finalAmountMinor } = decision.transition;
  const lines = to === 'successful' && !isByLine(request) ? facts.refunded.get(id) : undefined;
  const credited = deductionsOf(lines ?? [], before, finalAmountMinor ?? 0);
  const short = credited.find(({ line, minor }) => minor > line.leftMinor);
  if (short)
    return {
      kind: 'refused',
      refusal: { type: 'money-given-back', transactionId: id, lineId: short.line.lineId },
    };
  const plan = facts.plans.get(id);
  // It can expire once it is clear that no decision was made in time.
  if (plan && (command.kind === 'expire' || (holdMs && isSamePlan(plan, request)))) return kept;
  if (plan) return { kind: 'refused', refusal: refusePlanned(plan, steadyNowMs) };
  if (holdMs) {
    const made = planOf(before, request, { steadyNowMs, holdMs });
    facts.plans.set(id, made);
    changes.planned.push(made);
    if (audit) changes.audited.push({ ...audit, ...planChangeOf(made) });
    return { kind: 'stored', transaction: before, isChanged: true, isPlanned: true };
  }
  for (const { line, minor } of credited) line.leftMinor -= minor;
  const transition = applyTransition(before, decision.transition, { actor, eventId, nowMs });
  facts.transactions.set(id, transition.after);
  pastTransitions.push({ ...transition.event, formerFinalAmountMinor: before.finalAmountMinor });
  changes.applied.push(transition);
  if (audit) changes.audited.push({ ...audit, ...changeOf(transition, command) });
  return { kind: 'stored', transaction: transition.after, isChanged: true, isPlanned: false };
}

/** Refuses to end a withdrawal as unpaid if its money has left or may have left: only the desk can know. */
function refuseUnpaid(
  { transactionId, command, ending = { by: 'word' } }: ApplyTransition,
  { sent, paidAgain, heldIds }: Facts,
): StillOutRefusal | HeldAfterRestore | undefined {
  const isHeld = command.kind === 'cancel' && heldIds.has(transactionId);
  if (endsUnpaid(command))
    return paidAgain.get(transactionId) ?? (isHeld ? { type: 'restored', transactionId } : undefined);
  const isReversed = command.kind === 'reverse' && command.acceptStillOut !== true;
  return isReversed ? refuseEnding(sent.get(transactionId), ending) : undefined;
}

function isOfCaller(transaction: Transaction, { ownerId, isTest }: ApplyTransition): boolean {
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

function changeOf({ event, before, after }: AppliedTransition, command: TransitionCommand): AuditChange {
  const acceptStillOut = command.kind === 'reverse' && command.acceptStillOut;
  const made = { ...transactionValues(after, event), ...(acceptStillOut && { acceptStillOut }) };
  const values = { before: transactionValues(before), after: made };
  return { targetKind: 'transaction', targetId: after.id, ...values };
}
