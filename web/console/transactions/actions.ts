import {
  CancelDocument,
  CorrectDocument,
  DetailDocument,
  RejectDocument,
  ReverseDocument,
  SettleDocument,
} from '../gql/graphql.ts';
import type { Transaction, TransactionStatus } from '../service/types.ts';
import type { Session } from '../session/session.ts';

export type Action = 'settle' | 'reject' | 'cancel' | 'reverse' | 'correct';

interface ActionRule {
  readonly from: TransactionStatus;
  readonly label: string;
  /** The word in the message after success. */
  readonly done: string;
  /** An explanation for the operator. */
  readonly about: string;
  readonly tone: 'primary' | 'danger';
  readonly takesAmount: boolean;
  readonly reason: 'none' | 'optional' | 'required';
}

/** All actions on a transaction, with the status that each needs. */
export const ACTIONS: Readonly<Record<Action, ActionRule>> = {
  settle: {
    from: 'pending',
    label: 'Settle',
    done: 'Settled',
    about: 'The money arrived, or was sent. The client is notified that it was successful.',
    tone: 'primary',
    takesAmount: true,
    reason: 'optional',
  },
  reject: {
    from: 'pending',
    label: 'Reject',
    done: 'Rejected',
    about: 'The money did not arrive, or cannot be sent. The client is notified that it was unsuccessful.',
    tone: 'danger',
    takesAmount: false,
    reason: 'optional',
  },
  cancel: {
    from: 'pending',
    label: 'Cancel',
    done: 'Cancelled',
    about: 'Takes it back in the name of the client, which is notified that it was unsuccessful.',
    tone: 'danger',
    takesAmount: false,
    reason: 'none',
  },
  reverse: {
    from: 'successful',
    label: 'Reverse',
    done: 'Reversed',
    about: 'The money went back. The client is notified that it was unsuccessful after all.',
    tone: 'danger',
    takesAmount: false,
    reason: 'required',
  },
  correct: {
    from: 'unsuccessful',
    label: 'Correct',
    done: 'Corrected',
    about:
      'The money came late, or it was rejected by mistake. The client is notified that it was successful.',
    tone: 'primary',
    takesAmount: true,
    reason: 'required',
  },
};

const ALL = Object.keys(ACTIONS) as readonly Action[];

/** Returns the actions that the transaction's status allows. */
export function actionsOn({ status }: Transaction): readonly Action[] {
  return ALL.filter((action) => ACTIONS[action].from === status);
}

export interface Decision {
  readonly action: Action;
  /** The version that the operator saw. */
  readonly transaction: Transaction;
  readonly finalAmount: number | undefined;
  readonly reason: string | undefined;
}

/** Sends a decision to the service. @returns the transaction after it. */
export async function perform({ request }: Session, decision: Decision): Promise<Transaction> {
  const { transactionId, sequence } = decision.transaction;
  const { finalAmount, reason = '' } = decision;
  const version = { transactionId, sequence };
  const input = reason === '' ? version : { ...version, reason };
  switch (decision.action) {
    case 'settle':
      return (await request(SettleDocument, { input: { ...input, finalAmount } })).transition.data;
    case 'reject':
      return (await request(RejectDocument, { input })).transition.data;
    case 'cancel':
      return (await request(CancelDocument, { input: version })).transition.data;
    case 'reverse':
      return (await request(ReverseDocument, { input: { ...version, reason } })).transition.data;
    case 'correct':
      return (await request(CorrectDocument, { input: { ...version, reason, finalAmount } })).transition.data;
  }
}

/** Reads the current version of a transaction. */
export async function readTransaction({ request }: Session, transactionId: string): Promise<Transaction> {
  return (await request(DetailDocument, { id: transactionId })).transaction;
}
