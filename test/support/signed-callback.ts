import { Webhook } from 'standardwebhooks';
import type { Json } from '../harness.ts';
import type { Delivery } from './receiver.ts';

/** The fields of a callback that a deposit was settled. */
export const DEPOSIT_CALLBACK = {
  hash: 'zzunnCrv6Sb38TU/dPYIl+9TKd8gT6iqrcxv+V32AFs=',
  transactionId: '6575078b9e6bb1554a50b7b1',
  bankId: '507f1f77bcf86cd799439011',
  bank: 'Demo Bank',
  amount: 500,
  type: 'deposit',
  bankAccountName: 'Collections',
  bankAccountIban: 'TR64',
  status: 'successful',
  statusReason: null,
  name: 'Şükrü',
  userName: 'ada',
  userId: 'user-1',
  processId: 'order-1',
  convertedName: 'sukru',
  eventId: 'event-1',
  sequence: 2,
  occurredAt: '2026-11-20T11:59:58.000Z',
};

interface Signing {
  readonly secret: string;
  readonly nowMs?: number;
}

/** Makes a callback of some fields. */
export function signCallback(fields: object, signing: Signing) {
  const callback = { ...DEPOSIT_CALLBACK, ...fields };
  return signBody(JSON.stringify(callback), callback.eventId, signing);
}

/** Signs a body by the reference library, which takes secrets in base64. */
export function signBody(body: string, eventId: string, { secret, nowMs = Date.now() }: Signing) {
  const library = new Webhook(Buffer.from(secret, 'ascii').toString('base64'));
  const headers: Record<string, string> = {
    'webhook-id': eventId,
    'webhook-timestamp': String(Math.floor(nowMs / 1000)),
    'webhook-signature': library.sign(eventId, new Date(nowMs), body),
  };
  return { headers, body };
}

/** Verifies a callback as the official library does. @returns its body. @throws when the library refuses it. */
export function verifyDelivery(secret: string, { body, headers }: Pick<Delivery, 'body' | 'headers'>): Json {
  const texts = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  return new Webhook(secret, { format: 'raw' }).verify(body, Object.fromEntries(texts));
}
