import { formatAmount } from '../format.ts';
import type { HistoryEvent, Transaction } from '../service/types.ts';
import { texts } from '../texts/texts.ts';
import type { Action } from './actions.ts';
import { isPaidOut } from './claims.ts';

/** Returns the name of the payer of a deposit, or of the recipient of a withdrawal. */
export function partyOf({
  type,
  name,
  accountName,
}: Pick<Transaction, 'type' | 'name' | 'accountName'>): string {
  return (type === 'withdrawal' && accountName) || name;
}

/** Returns the IBAN that receives the money: the operator's for a deposit, the recipient's for a withdrawal. */
export function ibanOf({ type, bankAccountIban, iban }: Transaction): string {
  return (type === 'deposit' ? bankAccountIban : iban) ?? '';
}

/** Returns the texts of an action on a transaction. */
export function wordsOf(action: Action, transaction: Transaction) {
  const { actions, paidOut } = texts().transactions;
  const isPayment = action === 'settle' && isPaidOut(transaction);
  return isPayment ? { ...actions.settle, ...paidOut } : actions[action];
}

/** Returns the outcome of a transaction in one word. Expired, cancelled, rejected and reversed are different words. */
export function outcomeOf({ status, endedAs }: Pick<Transaction, 'status' | 'endedAs'>): string {
  const { transactions, ui } = texts();
  return endedAs ? transactions.ended[endedAs] : ui.status[status];
}

/** Returns the status reason in words. */
export function reasonOf(reason: string): string {
  const words: Readonly<Record<string, string>> = texts().transactions.reasons;
  return Object.hasOwn(words, reason) ? (words[reason] ?? reason) : reason;
}

/** Describes a decision about a transaction, with its amount and party. */
export function describeDone(
  action: Action,
  transaction: Transaction,
  decidedAmount = transaction.finalAmount ?? transaction.amount,
): string {
  const t = texts().transactions;
  return t.done(wordsOf(action, transaction).done, formatAmount(decidedAmount), partyOf(transaction));
}

/** Describes the planned state of a transaction, and who decided it. */
export function describePlanned(planned: NonNullable<Transaction['planned']>): string {
  return texts().transactions.plannedBy(describePlan(planned), planned.byName);
}

/** Describes the planned state of a transaction. */
export function describePlan({ to }: Pick<NonNullable<Transaction['planned']>, 'to'>): string {
  return texts().transactions.planned(texts().ui.status[to]);
}

/** Describes a transition and its actor. */
export function describeTransition(event: HistoryEvent): string {
  const t = texts().transactions;
  return t.changedBy(t.changes[event.change], actorOf(event));
}

/** Returns who made an event: the name of the person, or otherwise the kind of the actor. */
export function actorOf({ actor, actorName }: HistoryEvent): string {
  return actorName ?? texts().transactions.actors[actor];
}
