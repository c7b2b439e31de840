import {
  CancelDocument,
  CorrectDocument,
  DetailDocument,
  RejectDocument,
  ReverseDocument,
  SettleDocument,
} from '../gql/graphql.ts';
import type { ReasonReader } from '../gql/schema.ts';
import { type Problem, problemOf } from '../service/failures.ts';
import type { FieldProblem } from '../service/field-words.ts';
import { isWaiting, type Transaction, type TransactionStatus } from '../service/types.ts';
import type { Session } from '../session/session.ts';
import { isPaidOut, ownClaim } from './claims.ts';

export type Action = 'settle' | 'reject' | 'cancel' | 'reverse' | 'correct';

interface ActionRule {
  readonly from: TransactionStatus;
  readonly tone: 'primary' | 'danger';
  readonly takesAmount: boolean;
  readonly reason: 'optional' | 'required';
}

/** All actions on a transaction, with the status that each needs. */
export const ACTIONS: Readonly<Record<Action, ActionRule>> = {
  settle: { from: 'pending', tone: 'primary', takesAmount: true, reason: 'optional' },
  reject: { from: 'pending', tone: 'danger', takesAmount: false, reason: 'optional' },
  cancel: { from: 'pending', tone: 'danger', takesAmount: false, reason: 'optional' },
  reverse: { from: 'successful', tone: 'danger', takesAmount: false, reason: 'required' },
  correct: { from: 'unsuccessful', tone: 'primary', takesAmount: true, reason: 'required' },
};

const ALL = Object.keys(ACTIONS) as readonly Action[];

/**
 * Returns the actions that the transaction's status allows; none while a decision is planned, or a batch will pay it.
 */
export function actionsOn(transaction: Transaction): readonly Action[] {
  const { status, blacklisted, planned, payoutNumber } = transaction;
  if (planned || payoutNumber != null) return [];
  return ALL.filter((action) => {
    if (ACTIONS[action].from !== status) return false;
    if (action === 'settle') return canSettle(transaction);
    return action !== 'correct' || !blacklisted;
  });
}

/** Whether this operator can settle a pending transaction now. A withdrawal must be claimed first. */
export function canSettle(transaction: Transaction): boolean {
  if (!isWaiting(transaction) || transaction.blacklisted) return false;
  return !isPaidOut(transaction) || Boolean(ownClaim(transaction));
}

/** Whether it can be settled with the requested amount, without a dialog. A withdrawal never can. */
export function canSettleAtOnce(transaction: Transaction): boolean {
  return canSettle(transaction) && !isPaidOut(transaction);
}

/** The time after which a decision takes effect. Until then it can be undone. */
export const HOLD_SECONDS = 8;

export interface Decision {
  readonly action: Action;
  /** The version that the operator saw. */
  readonly transaction: Transaction;
  readonly finalAmount: number | undefined;
  /** Whether the operator has confirmed an unusual final amount. */
  readonly acceptDifference: boolean;
  readonly reason: string | undefined;
  /** The reader of the reason outside the desk; the merchant by default. */
  readonly seenBy?: ReasonReader | undefined;
  /** The account that paid a withdrawal, and the bank's number of the transfer. */
  readonly payment?: { readonly paidFromAccountId: string; readonly bankReference?: string } | undefined;
  /** Whether an admin reverses a withdrawal although more of its money may be out. */
  readonly acceptStillOut?: boolean;
}

/** The callbacks that tell a screen the outcome for its transactions. */
export interface Outcomes {
  /** Called with the current version when somebody else has changed the transaction. */
  readonly onChanged: (transaction: Transaction) => void;
  /** Called with the transaction after the operator's own decision, which is only planned then. */
  readonly onDecided: (transaction: Transaction) => void;
}

/** Sends a decision to the service. @returns the transaction, with what is planned for it. */
export async function perform({ request }: Session, decision: Decision): Promise<Transaction> {
  const { transactionId, sequence } = decision.transaction;
  const { finalAmount, acceptDifference, acceptStillOut, reason = '', seenBy } = decision;
  const paid = { finalAmount, ...(acceptDifference && { acceptDifference }), ...decision.payment };
  const version = { transactionId, sequence, holdSeconds: HOLD_SECONDS };
  const reasonFields = { reason, ...(seenBy && { seenBy }) };
  const input = reason === '' ? version : { ...version, ...reasonFields };
  switch (decision.action) {
    case 'settle':
      return (await request(SettleDocument, { input: { ...input, ...paid } })).transition.data;
    case 'reject':
      return (await request(RejectDocument, { input })).transition.data;
    case 'cancel':
      return (await request(CancelDocument, { input })).transition.data;
    case 'reverse': {
      const back = { ...version, ...reasonFields, ...(acceptStillOut && { acceptStillOut }) };
      return (await request(ReverseDocument, { input: back })).transition.data;
    }
    case 'correct':
      return (await request(CorrectDocument, { input: { ...version, ...reasonFields, ...paid } })).transition
        .data;
  }
}

/** The problems that mean that the transaction has changed, or will change, since the operator saw it. */
const OUTDATED: readonly string[] = ['stale_sequence', 'wrong_state', 'planned'];

/** Returns whether a decision failed because another operator was faster. */
export function isOutdated(error: unknown): boolean {
  return problemOf(error).problems?.some(({ code }) => OUTDATED.includes(code)) ?? false;
}

/**
 * Returns the text of a refusal to end a withdrawal unpaid while its money may be out; undefined for any other failure.
 */
export function stillOutOf({ problems = [] }: Problem): FieldProblem | undefined {
  return problems.find(({ code }) => code === 'paid_again' || code === 'payout_under_way');
}

/** Reads the current version of a transaction. */
export async function readTransaction({ request }: Session, transactionId: string): Promise<Transaction> {
  return (await request(DetailDocument, { id: transactionId })).transaction;
}
