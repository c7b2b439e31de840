import type { EndedKind, Transaction } from './transaction.ts';

/** How a transaction has ended after each kind of transition to unsuccessful. */
const ENDS_AS: Partial<Readonly<Record<string, EndedKind>>> = {
  reject: 'rejected',
  cancel: 'cancelled',
  expire: 'expired',
  reverse: 'reversed',
};

/** How a transaction last became unsuccessful, after a transition of a kind. A settle and a correction leave it. */
export function endedAsAfter(kind: string, before: EndedKind | null): EndedKind | null {
  return ENDS_AS[kind] ?? before;
}

/**
 * True for money that came, or may have come, after the end: the deposit expired although its payer had said that the
 * money was sent, or the transaction was corrected to successful after it had ended unpaid.
 */
export function isLate(transaction: Transaction): boolean {
  const { type, status, endedAs } = transaction;
  if (status === 'successful') return endedAs !== null && endedAs !== 'reversed';
  return type === 'deposit' && status !== 'pending' && endedAs === 'expired' && transaction.sentAtMs !== null;
}
