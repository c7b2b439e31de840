import type { Transaction } from './transaction.ts';

interface PastActor {
  readonly kind: string;
  readonly clientId: string | null;
}

/** A transition that has happened. */
export interface PastTransition {
  readonly transactionId: string;
  readonly kind: string;
  readonly actor: PastActor;
  /** The transaction's sequence after it. */
  readonly sequence: number;
  readonly finalAmountMinor: number | null;
  /** The final amount before it. */
  readonly formerFinalAmountMinor: number | null;
}

/** The part of a command that decides whether it is a repeat. */
interface RepeatableCommand {
  readonly kind: string;
  readonly sequence?: number | undefined;
  readonly finalAmountMinor?: number | undefined;
  readonly isOneOfMany?: boolean | undefined;
}

/**
 * Whether a command with an old sequence repeats a transition that has happened: the same actor made it from that
 * sequence, with the same amount. The answer was lost, or the command was sent twice. Later transitions make no
 * difference.
 */
export function isRepeat(
  { id, type, amountMinor }: Transaction,
  { kind, sequence, finalAmountMinor: asked, isOneOfMany = false }: RepeatableCommand,
  {
    actor,
    pastTransitions = [],
  }: { readonly actor: PastActor; readonly pastTransitions?: readonly PastTransition[] | undefined },
): boolean {
  // Withdrawals are not settled together.
  if (sequence === undefined || (isOneOfMany && type === 'withdrawal')) return false;
  const made = pastTransitions.find((one) => one.transactionId === id && one.sequence === sequence + 1);
  if (made?.kind !== kind || made.actor.kind !== actor.kind || made.actor.clientId !== actor.clientId)
    return false;
  if (kind !== 'settle' && kind !== 'correct') return true;
  return made.finalAmountMinor === (asked ?? made.formerFinalAmountMinor ?? amountMinor);
}
