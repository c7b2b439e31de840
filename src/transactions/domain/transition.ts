import {
  NO_PAYMENT,
  type PaymentProof,
  type PaymentRefusal,
  paymentToStore,
  refuseUnproven,
  type StoredPayment,
} from '../../reconciliation/domain/payment-proof.ts';
import { type ClaimRefusal, type HeldAfterRestore, refuseOthers } from './claim.ts';
import { type FinalAmountRefusal, type FinalAmountTerms, refuseUnusual } from './final-amount.ts';
import { type GivenReason, reasonToStore, type StoredReason } from './reason.ts';
import { isRepeat, type PastTransition } from './repeat.ts';
import type { Transaction, TransactionStatus } from './transaction.ts';

/** The statuses before and after each kind of transition. Nothing returns to `pending`. */
export const TRANSITIONS = {
  settle: { from: 'pending', to: 'successful' },
  reject: { from: 'pending', to: 'unsuccessful' },
  cancel: { from: 'pending', to: 'unsuccessful' },
  expire: { from: 'pending', to: 'unsuccessful' },
  reverse: { from: 'successful', to: 'unsuccessful' },
  correct: { from: 'unsuccessful', to: 'successful' },
} as const satisfies Record<string, { readonly from: TransactionStatus; readonly to: TransactionStatus }>;

export type TransitionKind = keyof typeof TRANSITIONS;

export const TRANSITION_KINDS = Object.keys(TRANSITIONS) as readonly TransitionKind[] as readonly [
  TransitionKind,
  ...TransitionKind[],
];

/** A request for a transition. `sequence` is the transaction's sequence on which the decision was based. */
export type TransitionCommand =
  | ({
      readonly kind: 'settle' | 'correct';
      readonly sequence: number;
      /** The amount that was actually paid; by default the known final amount, or else the requested amount. */
      readonly finalAmountMinor?: number | undefined;
    } & GivenReason &
      FinalAmountTerms &
      PaymentProof)
  | ({ readonly kind: 'reject'; readonly sequence: number } & GivenReason)
  | ({
      readonly kind: 'reverse';
      readonly sequence: number;
      /** An admin knows that no money of the withdrawal is out, whatever files and lines say; false by default. */
      readonly acceptStillOut?: boolean | undefined;
    } & GivenReason)
  | ({
      readonly kind: 'cancel';
      readonly by: 'client' | 'payer';
      readonly sequence?: number | undefined;
    } & GivenReason)
  | { readonly kind: 'expire'; readonly steadyNowMs: number };

/** `test` is the merchant or the payer who decides about a test transaction instead of the desk. */
export const ACTOR_KINDS = ['client', 'operator', 'payer', 'service', 'reconciliation', 'test'] as const;

/** The actor of a transition. `clientId` is the client of the key; payers and the service itself have none. */
export interface Actor {
  readonly kind: (typeof ACTOR_KINDS)[number];
  readonly clientId: string | null;
}

/** The request of the service itself to expire a deposit, if it is overdue. */
export function expiryOf({ id, isTest }: Pick<Transaction, 'id' | 'isTest'>, steadyNowMs: number) {
  return {
    transactionId: id,
    isTest,
    command: { kind: 'expire', steadyNowMs },
    actor: { kind: 'service', clientId: null },
  } as const;
}

/** A decided transition. */
export interface Transition extends StoredReason, StoredPayment {
  readonly kind: TransitionKind;
  readonly from: TransactionStatus;
  readonly to: TransactionStatus;
  /** The transaction's sequence after the transition. */
  readonly sequence: number;
  readonly finalAmountMinor: number | null;
}

/** A stored transition. It is committed together with its transaction. */
export interface TransactionEvent extends Transition {
  readonly id: string;
  readonly transactionId: string;
  readonly clientId: string;
  /** The mode of the transaction. */
  readonly isTest: boolean;
  readonly actor: Actor;
  readonly occurredAtMs: number;
}

interface StaleSequence {
  readonly type: 'error_stale_sequence';
  readonly transactionId: string;
  readonly status: TransactionStatus;
  /** The sequence that the transaction has. */
  readonly sequence: number;
  /** The sequence that the request names. */
  readonly requestedSequence: number;
}

/** A withdrawal that a batch is going to pay is decided together with the batch: see src/payouts. */
export interface InPayout {
  readonly type: 'error_in_payout';
  readonly transactionId: string;
  readonly batchNumber: number;
}

/** Money of a line that names the deposit was or will be refunded. */
export interface MoneyGivenBack {
  readonly type: 'money-given-back';
  readonly transactionId: string;
  readonly lineId: string;
}

/** A booked debit of a withdrawal or refund has not come back: it would be paid again. */
export interface PaidAgain {
  readonly type: 'paid-again';
  readonly transactionId: string;
  readonly lineId: string;
  /** The batch whose payout it is; null for one that was paid by hand. */
  readonly batchNumber: number | null;
  /** Whether the payout still awaits its payment, which the debit may be; false by default. */
  readonly isPending?: boolean;
}

/** Money of a withdrawal or refund that would end unpaid has left, or may still leave: see stillOut. */
export type StillOutRefusal =
  | PaidAgain
  /** The file of the batch may still pay it. */
  | { readonly type: 'payout-under-way'; readonly transactionId: string; readonly batchNumber: number };

/** The reason why a transition is refused, as facts. */
export type TransitionRefusal =
  | StaleSequence
  | StillOutRefusal
  | HeldAfterRestore
  | {
      readonly type: 'error_transition_not_allowed';
      readonly transactionId: string;
      readonly status: TransactionStatus;
      readonly transition: TransitionKind;
    }
  /** A decision about it is planned: see plan.ts. */
  | { readonly type: 'planned'; readonly transactionId: string; readonly secondsLeft: number }
  | InPayout
  | MoneyGivenBack
  /** An entry of the blacklist hits it, and no operator has cleared it for that entry. */
  | { readonly type: 'blacklisted'; readonly transactionId: string }
  | FinalAmountRefusal
  | PaymentRefusal
  | ClaimRefusal;

export type TransitionDecision =
  | { readonly kind: 'transition'; readonly transition: Transition }
  /** The requested transition has happened already, or the deposit is not due to expire yet. */
  | { readonly kind: 'keep' }
  | { readonly kind: 'refuse'; readonly refusal: TransitionRefusal };

/** Who requests a transition, when, and what else decides it. */
export interface TransitionContext {
  readonly actor: Actor;
  readonly steadyNowMs: number;
  /** Whether an entry of the blacklist hits it for which no operator has cleared it; false by default. */
  readonly isBlacklisted?: boolean | undefined;
  /** Whether the policy of payouts lets withdrawals with real money be paid by hand; true by default. */
  readonly isByHandAllowed?: boolean | undefined;
  /** The transitions from the sequence that the command names, if it is an old one; none by default. */
  readonly pastTransitions?: readonly PastTransition[] | undefined;
}

/**
 * Decides a command. A stale sequence is refused first: the caller decided on another state of the transaction, unless
 * the command repeats what has happened. A withdrawal that somebody is paying is left to them, unless a line of a bank
 * shows that it was paid.
 */
export function decideTransition(
  transaction: Transaction,
  command: TransitionCommand,
  context: TransitionContext,
): TransitionDecision {
  if (command.kind === 'expire' && !isOverdue(transaction, command.steadyNowMs)) return { kind: 'keep' };
  const requestedSequence = command.kind === 'expire' ? undefined : command.sequence;
  if (requestedSequence !== undefined && requestedSequence !== transaction.sequence)
    return isRepeat(transaction, command, context)
      ? { kind: 'keep' }
      : { kind: 'refuse', refusal: staleSequence(transaction, requestedSequence) };
  const { from, to } = TRANSITIONS[command.kind];
  if (transaction.status !== from)
    return isRepeatedCancel(transaction, command)
      ? { kind: 'keep' }
      : { kind: 'refuse', refusal: notAllowed(transaction, command.kind) };
  const refusal = pays(command)
    ? refusePaid(transaction, command, context)
    : refuseOthers(transaction, context.actor.clientId, context.steadyNowMs);
  if (refusal) return { kind: 'refuse', refusal };
  const transition: Transition = {
    kind: command.kind,
    from,
    to,
    sequence: transaction.sequence + 1,
    ...reasonToStore(command),
    ...(pays(command) ? paymentToStore(command) : NO_PAYMENT),
    finalAmountMinor: finalAmountOf(transaction, command),
  };
  return { kind: 'transition', transition };
}

export type PayCommand = Extract<TransitionCommand, { readonly kind: 'settle' | 'correct' }>;

function pays(command: TransitionCommand): command is PayCommand {
  return command.kind === 'settle' || command.kind === 'correct';
}

/** Why a transaction must not become successful. Refusals that the caller can cure in the same request come last. */
function refusePaid(
  transaction: Transaction,
  command: PayCommand,
  { actor: { kind, clientId }, steadyNowMs, isBlacklisted, isByHandAllowed }: TransitionContext,
): TransitionRefusal | undefined {
  if (isBlacklisted) return { type: 'blacklisted', transactionId: transaction.id };
  const isByLine = command.isByLine === true || kind === 'reconciliation';
  const claimed = isByLine ? undefined : refuseOthers(transaction, clientId, steadyNowMs);
  const asking = { clientId, steadyNowMs, isByHandAllowed };
  const unproven = refuseUnproven(transaction, { ...command, isByLine }, asking);
  return claimed ?? unproven ?? refuseUnusual(transaction, command);
}

/** True for a deposit that has passed its time limit and has not expired yet. */
export function isOverdue(transaction: Transaction, steadyNowMs: number): boolean {
  return (
    transaction.type === 'deposit' &&
    transaction.status === 'pending' &&
    steadyNowMs >= transaction.expiresAtMs
  );
}

/** Whether a cancel without a sequence is a repeat. An operator may have cancelled with another reason. */
function isRepeatedCancel(
  { status, statusReason, endedAs }: Transaction,
  command: TransitionCommand,
): boolean {
  if (command.kind !== 'cancel' || command.sequence !== undefined) return false;
  const isCancelled = status === 'unsuccessful' && endedAs === 'cancelled';
  return isCancelled && (statusReason === 'cancelled_by_payer') === (command.by === 'payer');
}

/** A reversal keeps the final amount, so that the client can book the same amount in the other direction. */
function finalAmountOf(transaction: Transaction, command: TransitionCommand): number | null {
  const { amountMinor, finalAmountMinor } = transaction;
  if (TRANSITIONS[command.kind].to !== 'successful') return finalAmountMinor;
  const given = 'finalAmountMinor' in command ? command.finalAmountMinor : undefined;
  return given ?? finalAmountMinor ?? amountMinor;
}

/** The refusal of a decision that was based on another state of the transaction. */
export function staleSequence(
  { id, status, sequence }: Transaction,
  requestedSequence: number,
): StaleSequence {
  return { type: 'error_stale_sequence', transactionId: id, status, sequence, requestedSequence };
}

function notAllowed({ id, status }: Transaction, transition: TransitionKind): TransitionRefusal {
  return { type: 'error_transition_not_allowed', transactionId: id, status, transition };
}
