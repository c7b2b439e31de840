import { timingSafeEqual } from 'node:crypto';
import type { Deposit } from '../../domain/transaction.ts';
import type { TransactionStore } from '../transactions/store.ts';

const ID_BYTES = 12;
const SECRET_BYTES = 16;

/** 28 bytes in base64url. Of the last character four bits say nothing: zeros, so that one link has one spelling. */
const TOKEN = /^[\w-]{37}[AQgw]$/;

const NO_SECRET = Buffer.alloc(SECRET_BYTES);

/** The token of a payment link: the deposit's id and its secret, in one piece. */
export function paymentToken({ id, payToken }: Pick<Deposit, 'id' | 'payToken'>): string {
  return Buffer.concat([Buffer.from(id, 'hex'), Buffer.from(payToken, 'base64url')]).toString('base64url');
}

/**
 * The deposit that a payment link opens. A token with an unknown id takes the same way, and as long, as one with
 * a wrong secret.
 * @returns undefined when the token opens nothing.
 */
export async function findByPaymentToken(
  transactions: TransactionStore,
  token: string,
): Promise<Deposit | undefined> {
  if (!TOKEN.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  const found = await transactions.findById(bytes.toString('hex', 0, ID_BYTES));
  const deposit = found?.type === 'deposit' ? found : undefined;
  const secret = deposit ? Buffer.from(deposit.payToken, 'base64url') : NO_SECRET;
  const isRight = secret.length === SECRET_BYTES && timingSafeEqual(secret, bytes.subarray(ID_BYTES));
  return isRight ? deposit : undefined;
}
