import type { HistoryEvent, Transaction } from '../service/types.ts';

/** Returns the name of the payer of a deposit, or of the recipient of a withdrawal. */
export function partyOf({ type, name, accountName }: Transaction): string {
  return (type === 'withdrawal' && accountName) || name;
}

/** Returns the IBAN that receives the money: ours for a deposit, the recipient's for a withdrawal. */
export function ibanOf({ type, bankAccountIban, iban }: Transaction): string {
  return (type === 'deposit' ? bankAccountIban : iban) ?? '';
}

const REASONS: Readonly<Record<string, string>> = {
  cancelled_by_client: 'cancelled by the client',
  cancelled_by_payer: 'cancelled by the payer',
  expired: 'expired',
  rejected_by_operator: 'rejected by an operator',
  reversed: 'reversed',
};

/** Returns the status reason in words. */
export function reasonOf(reason: string): string {
  return REASONS[reason] ?? reason;
}

const TRANSITIONS: Readonly<Record<HistoryEvent['change'], string>> = {
  settle: 'settled',
  reject: 'rejected',
  cancel: 'cancelled',
  expire: 'expired',
  reverse: 'reversed',
  correct: 'corrected',
  undo: 'undone',
};

/** Describes a transition and its actor. */
export function describeTransition(event: HistoryEvent): string {
  return `${TRANSITIONS[event.change]} by ${actorOf(event)}`;
}

/** Returns the role of an event's actor, with the appKey if there is one. */
export function actorOf({ actor, actorAppKey }: HistoryEvent): string {
  return actorAppKey ? `${actor} ${actorAppKey}` : actor;
}
