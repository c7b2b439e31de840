import type { AuditChange, AuditOrigin } from '../../../src/audit/domain/audit.ts';
import { takesOf } from '../../../src/payouts/domain/give-back.ts';
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
import type { Audited } from '../../audit/commands/append-audit.ts';
import { plannedValues, transactionValues } from '../../audit/commands/audit-values.ts';
import { lockTransactions } from '../../engines/statements.ts';
import { findRefunded } from '../../payouts/queries/given-back.ts';
import { findLivePayouts } from '../../payouts/queries/live.ts';
import { findPayoutPolicy } from '../../payouts/queries/policy.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { findPlans } from '../queries/plans.ts';
import { findTransactions } from '../queries/transactions.ts';
import type { StoredPlan } from '../rows/plans.ts';
import { isOtherMode, type MeantMode } from './meant-mode.ts';

export interface ApplyTransition extends Audited, MeantMode {
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
  /** The id of the payout whose debit is the reason, where a line names one: the withdrawal can be in several files. */
  readonly endToEndId?: string | undefined;
  readonly traceparent?: string | undefined;
  /** The time of the decision, by the steady clock, whose claims count; now by default. */
  readonly decidedAtMs?: number | undefined;
}

/** The stored state of a group's transactions, by their ids. Each decision updates it for the next one. */
export interface Facts {
  readonly transactions: Map<string, Transaction>;
  readonly plans: Map<string, StoredPlan>;
  /** The entries of the blacklist that stop them. Only read for those that are to be paid. */
  readonly stops: ReadonlyMap<string, readonly string[]>;
  /** The batches that are going to pay them. */
  readonly payouts: Awaited<ReturnType<typeof findLivePayouts>>;
  /** The lines that name deposits which are to be paid by hand, and whose money was given back, or is going to be. */
  readonly refunded: Awaited<ReturnType<typeof findRefunded>>;
  /** Whether withdrawals are paid by hand. Only read where an ended one is to be. */
  readonly isByHandAllowed: boolean;
}

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

/** Locks the transactions of a group, and reads what decides about them. */
export async function readFacts(
  trx: DatabaseTransaction,
  requests: readonly ApplyTransition[],
): Promise<Facts> {
  const ids = [...new Set(requests.map((request) => request.transactionId))];
  await lockTransactions(trx, ids);
  const found = await findTransactions(trx, ids);
  const paidIds = new Set(
    requests.flatMap(({ command, transactionId }) =>
      TRANSITIONS[command.kind].to === 'successful' ? transactionId : [],
    ),
  );
  const pendingWithdrawals = found.filter(
    ({ type, status }) => type === 'withdrawal' && status === 'pending',
  );
  const byHandIds = new Set(
    requests
      .flatMap((request) => (isByLine(request) ? [] : request.transactionId))
      .filter((id) => paidIds.has(id)),
  );
  const correctedIds = new Set(
    requests.flatMap(({ command, transactionId }) => (command.kind === 'correct' ? transactionId : [])),
  );
  const isPolicyRead = found.some(
    ({ id, type, isTest }) => type === 'withdrawal' && !isTest && correctedIds.has(id),
  );
  return {
    refunded: await findRefunded(
      trx,
      found.filter(({ id, type, isTest }) => type === 'deposit' && !isTest && byHandIds.has(id)),
    ),
    isByHandAllowed: !isPolicyRead || (await findPayoutPolicy(trx)).policy.isByHandAllowed,
    transactions: new Map(found.map((transaction) => [transaction.id, transaction])),
    plans: await findPlans(trx, ids),
    stops: await findStops(
      trx,
      found.filter(({ id }) => paidIds.has(id)),
    ),
    payouts: await findLivePayouts(
      trx,
      pendingWithdrawals.map(({ id }) => id),
    ),
  };
}

/** Decides one request by the facts, and adds what it changes to them and to the changes. */
export function decide(
  request: ApplyTransition,
  { facts, changes, nowMs, steadyNowMs }: Clocks & { readonly facts: Facts; readonly changes: Changes },
): TransitionOutcome {
  const { command, actor, eventId, holdMs, audit, decidedAtMs = steadyNowMs } = request;
  const before = facts.transactions.get(request.transactionId);
  if (!before || !isMeant(before, request)) return { kind: 'missing' };
  const { id } = before;
  const { isByHandAllowed } = facts;
  const batchNumber = facts.payouts.get(id)?.number;
  if (batchNumber !== undefined && !isByLine(request))
    return { kind: 'refused', refusal: { type: 'error_in_payout', transactionId: id, batchNumber } };
  const asking = { actor, steadyNowMs: decidedAtMs, isBlacklisted: facts.stops.has(id), isByHandAllowed };
  const decision = decideTransition(before, command, asking);
  if (decision.kind === 'refuse') return { kind: 'refused', refusal: decision.refusal };
  const kept = { kind: 'stored', transaction: before, isChanged: false } as const;
  if (decision.kind === 'keep') return kept;
  const { to, finalAmountMinor } = decision.transition;
  const lines = to === 'successful' && !isByLine(request) ? facts.refunded.get(id) : undefined;
  const credited = takesOf(lines ?? [], before, finalAmountMinor ?? 0);
  const short = credited.find(({ line, minor }) => minor > line.leftMinor);
  if (short)
    return {
      kind: 'refused',
      refusal: { type: 'money-given-back', transactionId: id, lineId: short.line.lineId },
    };
  const plan = facts.plans.get(id);
  // It may expire when it is clear that it was not decided in time.
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
  changes.applied.push(transition);
  if (audit) changes.audited.push({ ...audit, ...changeOf(transition) });
  return { kind: 'stored', transaction: transition.after, isChanged: true, isPlanned: false };
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
