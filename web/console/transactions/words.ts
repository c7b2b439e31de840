import type { HistoryEvent, Transaction } from '../service/types.ts';

/** Whom the money comes from, or goes to. */
export function partyOf({ type, name, accountName }: Transaction): string {
  return (type === 'withdrawal' && accountName) || name;
}

/** The account that the money goes to, ours or theirs. */
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

/** Why a transaction is as it is, in words. */
export function reasonOf(reason: string): string {
  return REASONS[reason] ?? reason;
}

const CHANGES: Readonly<Record<HistoryEvent['change'], string>> = {
  settle: 'settled',
  reject: 'rejected',
  cancel: 'cancelled',
  expire: 'expired',
  reverse: 'reversed',
  correct: 'corrected',
};

/** What was done, and by whom. */
export function changeOf(event: HistoryEvent): string {
  return `${CHANGES[event.change]} by ${actorOf(event)}`;
}

/** Who made a change. */
export function actorOf({ actor, actorAppKey }: HistoryEvent): string {
  return actorAppKey ? `${actor} ${actorAppKey}` : actor;
}
