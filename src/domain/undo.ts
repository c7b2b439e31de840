import { NO_PAYMENT } from './paying-out.ts';
import { stateBefore } from './released.ts';
import type { EndedKind, Transaction } from './transaction.ts';
import type { Actor, TransactionEvent, Transition, TransitionRefusal } from './transition.ts';

/** The longest time for which an event is held back. */
export const MAX_HOLD_SECONDS = 30;
const MAX_HOLD_MS = MAX_HOLD_SECONDS * 1000;

/** An event that its maker can still undo. Its callback is not due, and its client does not read it. */
export interface Hold {
  /** By the steady clock. */
  readonly endsAtMs: number;
  /** The time of the last change of the transaction before the event. */
  readonly beforeUpdatedAtMs: number;
}

/** Whether a hold is over. One that would last too long was made before the clock was set back. */
export function isOver({ endsAtMs }: Pick<Hold, 'endsAtMs'>, steadyNowMs: number): boolean {
  return steadyNowMs >= endsAtMs || endsAtMs - steadyNowMs > MAX_HOLD_MS;
}

/** A pending deposit that shares with another one what only one pending deposit may have. */
export interface Rival {
  readonly id: string;
  readonly shares: 'user' | 'reference';
}

/** The facts that decide an undo, besides the transaction. */
export interface UndoFacts {
  /** All events of the transaction. */
  readonly events: readonly TransactionEvent[];
  /** The hold of the last event. */
  readonly hold: Hold | undefined;
  /** The pending deposit beside which this one cannot be pending again. */
  readonly rival: Rival | undefined;
}

export interface UndoRequest {
  /** The sequence of the transition to be undone. */
  readonly sequence: number;
  readonly actor: Actor;
  readonly steadyNowMs: number;
}

/** The reason why a transition is not undone, as facts. */
export type UndoRefusal =
  | Extract<TransitionRefusal, { type: 'error_stale_sequence' }>
  /** It was not held back, or no longer is. */
  | { readonly type: 'error_undo_too_late'; readonly transactionId: string }
  | { readonly type: 'undo-of-another'; readonly transactionId: string }
  | { readonly type: 'undo-of-nothing'; readonly transactionId: string }
  /** The event before the last one is missing, so that nothing tells what was before. */
  | { readonly type: 'undo-without-history'; readonly transactionId: string }
  | { readonly type: 'undo-beside-pending'; readonly transactionId: string; readonly rival: Rival };

type UndoDecision =
  | {
      readonly kind: 'undo';
      readonly undoneEventId: string;
      readonly transition: Transition;
      readonly endedAs: EndedKind | null;
      readonly updatedAtMs: number;
    }
  | { readonly kind: 'refuse'; readonly refusal: UndoRefusal };

/**
 * Decides whether the last transition is undone. The transaction then has the state before it, with a new sequence,
 * and with the time of that state: what was paid on a day stays paid on that day.
 */
export function decideUndo(
  transaction: Transaction,
  { events, hold, rival }: UndoFacts,
  { sequence, actor, steadyNowMs }: UndoRequest,
): UndoDecision {
  const { id: transactionId, status } = transaction;
  if (sequence !== transaction.sequence)
    return refuse({
      type: 'error_stale_sequence',
      transactionId,
      status,
      sequence: transaction.sequence,
      requestedSequence: sequence,
    });
  const last = events.find((event) => event.sequence === sequence);
  if (!last || last.kind === 'undo') return refuse({ type: 'undo-of-nothing', transactionId });
  if (last.actor.clientId === null || last.actor.clientId !== actor.clientId)
    return refuse({ type: 'undo-of-another', transactionId });
  if (!hold || isOver(hold, steadyNowMs)) return refuse({ type: 'error_undo_too_late', transactionId });
  if (rival && last.from === 'pending') return refuse({ type: 'undo-beside-pending', transactionId, rival });
  const state = stateBefore(events, last.sequence);
  if (!state) return refuse({ type: 'undo-without-history', transactionId });
  const { endedAs, ...restored } = state;
  const transition: Transition = {
    ...{ kind: 'undo', from: last.to, to: last.from, sequence: sequence + 1 },
    ...restored,
    ...NO_PAYMENT,
  };
  const { beforeUpdatedAtMs: updatedAtMs } = hold;
  return { kind: 'undo', undoneEventId: last.id, transition, endedAs, updatedAtMs };
}

function refuse(refusal: UndoRefusal): UndoDecision {
  return { kind: 'refuse', refusal };
}
