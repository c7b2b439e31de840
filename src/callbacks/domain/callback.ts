import type { KeyObject } from 'node:crypto';
import { headFields, userFields } from '../../transactions/domain/shared-fields.ts';
import type { Transaction } from '../../transactions/domain/transaction.ts';
import type { TransactionEvent } from '../../transactions/domain/transition.ts';

/**
 * The body of the callback for an event: the transaction as it was right after the event, then the event itself.
 * `amount` is the final amount, and `hash` is computed over it with the given secret.
 */
export function callbackBody(
  event: TransactionEvent,
  transaction: Transaction,
  secret: KeyObject | undefined,
) {
  const head = headFields(transaction, event.finalAmountMinor ?? transaction.amountMinor, secret);
  // Object.assign, since spreading this many fields is many times slower.
  const tail = Object.assign({ status: event.to, statusReason: event.reason }, userFields(transaction), {
    eventId: event.id,
    sequence: event.sequence,
    occurredAt: new Date(event.occurredAtMs).toISOString(),
  });
  if (transaction.isTest) Object.assign(tail, { test: true });
  if (transaction.type === 'withdrawal') {
    const { type, accountName, iban } = transaction;
    return Object.assign(head, { type, accountName, iban }, tail);
  }
  const { type, bankAccountName, bankAccountIban } = transaction;
  return Object.assign(head, { type, bankAccountName, bankAccountIban }, tail);
}
