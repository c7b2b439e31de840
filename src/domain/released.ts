import { endedAsOf } from './ending.ts';
import type { KeptReason } from './reason.ts';
import type { EndedKind, Transaction, TransactionStatus } from './transaction.ts';
import {
  type Asking,
  decideTransition,
  type TransactionEvent,
  type TransitionCommand,
  type TransitionDecision,
} from './transition.ts';

/** The first event of a transaction that is held back. */
export interface FirstHold {
  readonly sequence: number;
  /** The status before the event. */
  readonly from: TransactionStatus;
  /** The time of the last change before the event. */
  readonly beforeUpdatedAtMs: number;
}

/** A transaction with events that are held back, as everybody but the desk knows it. */
export interface HeldTransaction {
  /** The transaction as if nothing from the first of these events on had happened. */
  readonly released: Transaction;
  /** The time when the last hold ends, by the steady clock. */
  readonly endsAtMs: number;
}

/** The fields that a transition changes, as they were before an event. */
interface StateBefore extends KeptReason {
  readonly endedAs: EndedKind | null;
  readonly finalAmountMinor: number | null;
}

const CREATED: StateBefore = {
  ...{ reason: null, internalReason: null, seenBy: null },
  ...{ endedAs: null, finalAmountMinor: null },
};

/**
 * Tells from the events of a transaction what it was before the one with a sequence.
 * @returns undefined when the event before that one is missing.
 */
export function stateBefore(events: readonly TransactionEvent[], sequence: number): StateBefore | undefined {
  if (sequence === 2) return CREATED;
  const before = events.find((event) => event.sequence === sequence - 1);
  if (!before) return undefined;
  const { reason, internalReason, seenBy, finalAmountMinor } = before;
  const endedAs = endedAsOf(events.filter((event) => event.sequence < sequence));
  return { reason, internalReason, seenBy, finalAmountMinor, endedAs };
}

/**
 * Takes a transaction back to what it was before the first event that is held back: until that is released, only the
 * desk knows more. What no transition changes, such as the payer's report, stays as it is.
 */
export function releasedState(
  transaction: Transaction,
  { sequence, from, beforeUpdatedAtMs }: FirstHold,
  events: readonly TransactionEvent[],
): Transaction {
  // A gap in the history must not hide the transaction: verify names it.
  const { reason, endedAs, finalAmountMinor } = stateBefore(events, sequence) ?? CREATED;
  return Object.assign({}, transaction, {
    status: from,
    statusReason: reason,
    endedAs,
    finalAmountMinor,
    sequence: sequence - 1,
    updatedAtMs: beforeUpdatedAtMs,
  });
}

/**
 * Decides what a client or a payer asks for while the desk can still undo what it has done. They are answered from what
 * they know. What would change the transaction is refused: the desk has decided otherwise, or undoes it first.
 */
export function decideBesideHold(
  { released, endsAtMs }: HeldTransaction,
  command: TransitionCommand,
  asking: Asking,
): TransitionDecision {
  const decision = decideTransition(released, command, asking);
  if (decision.kind !== 'transition') return decision;
  const secondsLeft = secondsLeftOf({ endsAtMs }, asking.steadyNowMs);
  return { kind: 'refuse', refusal: { type: 'held-back', transactionId: released.id, secondsLeft } };
}

/** The seconds until nothing of a transaction is held back any more, at least one. */
export function secondsLeftOf({ endsAtMs }: Pick<HeldTransaction, 'endsAtMs'>, steadyNowMs: number): number {
  return Math.max(1, Math.ceil((endsAtMs - steadyNowMs) / 1000));
}
