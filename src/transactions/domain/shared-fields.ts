import type { KeyObject } from 'node:crypto';
import { transactionHash } from '../../access/domain/signing.ts';
import { minorToAmount } from '../../kernel/money.ts';
import type { Transaction } from './transaction.ts';

/**
 * The first fields of a view and of a callback body, in the order of the specification.
 * @param amountMinor the amount to show. `hash` is computed over it with the secret of the transaction's client, and
 *   is empty without a secret.
 */
export function headFields(
  { id, bankId, bankName }: Transaction,
  amountMinor: number,
  secret: KeyObject | undefined,
) {
  return {
    // Computed when it is read: few GraphQL queries and desk pages ask for it.
    get hash() {
      return secret ? transactionHash(secret, { id, bankId, amountMinor }) : '';
    },
    transactionId: id,
    bankId,
    bank: bankName,
    amount: minorToAmount(amountMinor),
  };
}

/** The fields of the user, which views and callback bodies repeat from the request. */
export function userFields({ name, userName, userId, processId, convertedName }: Transaction) {
  return { name, userName, userId, processId, convertedName };
}
