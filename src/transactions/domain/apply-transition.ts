import { endedAsAfter } from './ending.ts';
import type { Transaction } from './transaction.ts';
import type { Actor, TransactionEvent, Transition } from './transition.ts';

/** The event of a transition, with the transaction before and after it. */
export interface AppliedTransition {
  readonly event: TransactionEvent;
  readonly before: Transaction;
  readonly after: Transaction;
}

/** The inputs of an event that the decision does not determine. */
interface TransitionTerms {
  readonly actor: Actor;
  readonly eventId: string;
  readonly nowMs: number;
}

/** Applies a decided transition to its transaction. */
export function applyTransition(
  before: Transaction,
  transition: Transition,
  { actor, eventId, nowMs }: TransitionTerms,
): AppliedTransition {
  const after: Transaction = Object.assign({}, before, {
    status: transition.to,
    statusReason: transition.reason,
    endedAs: endedAsAfter(transition.kind, before.endedAs),
    finalAmountMinor: transition.finalAmountMinor,
    sequence: transition.sequence,
    updatedAtMs: nowMs,
  });
  const { id: transactionId, clientId, isTest } = before;
  const event = { ...transition, id: eventId, transactionId, clientId, isTest, actor, occurredAtMs: nowMs };
  return { event, before, after };
}

type Change = Pick<AppliedTransition, 'before' | 'after'>;

/** Lists each transaction of a group of transitions once, with its first and its last state. */
export function netChanges(transitions: readonly Change[]): Change[] {
  const changes = new Map<string, Change>();
  for (const { before, after } of transitions)
    changes.set(after.id, { before: changes.get(after.id)?.before ?? before, after });
  return [...changes.values()];
}
