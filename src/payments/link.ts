import { timingSafeEqual } from 'node:crypto';
import { ServiceError } from '../kernel/errors.ts';
import type { Database } from '../operations/database.ts';
import type { Deposit } from '../transactions/domain/transaction.ts';

const ID_BYTES = 12;
const SECRET_BYTES = 16;

/** 28 bytes in base64url. The last character has four unused bits, which must be zero: one link, one spelling. */
const TOKEN = /^[\w-]{37}[AQgw]$/;

const NO_SECRET = Buffer.alloc(SECRET_BYTES);

/** The token of a payment link: the deposit's id, then its secret. */
export function paymentToken({ id, payToken }: Pick<Deposit, 'id' | 'payToken'>): string {
  return Buffer.concat([Buffer.from(id, 'hex'), Buffer.from(payToken, 'base64url')]).toString('base64url');
}

/**
 * Finds the deposit of a payment link. An unknown id takes the same steps and the same time as a wrong secret.
 * @returns undefined for an invalid token.
 */
export async function findByPaymentToken(
  db: Pick<Database, 'read'>,
  token: string,
): Promise<Deposit | undefined> {
  if (!TOKEN.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  const found = await db.read('findTransaction', bytes.toString('hex', 0, ID_BYTES));
  const deposit = found?.type === 'deposit' ? found : undefined;
  const secret = deposit ? Buffer.from(deposit.payToken, 'base64url') : NO_SECRET;
  const isRight = secret.length === SECRET_BYTES && timingSafeEqual(secret, bytes.subarray(ID_BYTES));
  return isRight ? deposit : undefined;
}

/** The error for a payment link without a deposit. */
export function paymentNotFound(): ServiceError {
  return new ServiceError('error_transaction_not_found', 'No payment has this link. Check that it is whole.');
}
