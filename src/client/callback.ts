import { expectSecret, hmacBase64, type Secret } from './secret.ts';
import { callbackText } from './signed-text.ts';

/** The default of `toleranceSeconds`. */
const TOLERANCE_SECONDS = 300;

interface CallbackFields {
  readonly hash: string;
  readonly transactionId: string;
  readonly bankId: string;
  readonly bank: string;
  /** The amount that was actually paid. */
  readonly amount: number;
  readonly status: 'pending' | 'successful' | 'unsuccessful';
  readonly statusReason: string | null;
  readonly name: string;
  readonly userName: string;
  readonly userId: string;
  readonly processId: string;
  readonly convertedName: string;
  /** The same in every delivery of one event, so that a receiver can skip what it has processed. */
  readonly eventId: string;
  /** Rises with each transition of the transaction. */
  readonly sequence: number;
  /** ISO 8601 in UTC. */
  readonly occurredAt: string;
  /** Set in the callbacks of a test key: no money has moved. */
  readonly test?: true;
}

/** The callback of a deposit. */
export interface DepositCallback extends CallbackFields {
  readonly type: 'deposit';
  readonly bankAccountName: string;
  readonly bankAccountIban: string;
}

/** The callback of a withdrawal. */
export interface WithdrawalCallback extends CallbackFields {
  readonly type: 'withdrawal';
  readonly accountName: string;
  readonly iban: string;
}

export type Callback = DepositCallback | WithdrawalCallback;

/** Thrown for a callback that cannot be trusted, with the `reason`. */
export class CallbackError extends Error {
  readonly reason:
    | 'missing_header'
    | 'malformed_timestamp'
    | 'stale'
    | 'wrong_signature'
    | 'malformed_body'
    /** The receiver passed something other than the received body: a parser had read it first. */
    | 'parsed_body';

  constructor(reason: CallbackError['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CallbackError';
    this.reason = reason;
  }
}

/** The headers of a request, in the form of Node or of the Fetch standard. */
export type CallbackHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** How far the callback's time may be from `nowMs`, in either direction; 300 by default. */
  readonly toleranceSeconds?: number | undefined;
  /** The receiver's clock, in epoch milliseconds; the platform's own by default. */
  readonly nowMs?: number | undefined;
}

/**
 * Verifies that a callback comes from the service and is fresh, by the Standard Webhooks specification.
 * @param headers the headers of the request. The case of their names does not matter.
 * @param body the body exactly as it was received: a body that was parsed and printed again has another signature.
 * @returns the callback. The same one can arrive more than once, with the same `eventId`.
 * @throws CallbackError when it cannot be trusted. Respond with status 400 then.
 * @throws TypeError when the secret is empty.
 */
export async function verifyCallback(
  headers: CallbackHeaders,
  body: string | Uint8Array,
  secret: Secret,
  { toleranceSeconds = TOLERANCE_SECONDS, nowMs = Date.now() }: VerifyOptions = {},
): Promise<Callback> {
  expectSecret(secret);
  expectReceived(body);
  const id = readHeader(headers, 'webhook-id');
  const timestamp = readHeader(headers, 'webhook-timestamp');
  const signatures = readHeader(headers, 'webhook-signature').split(' ');
  if (!/^[0-9]{1,12}$/.test(timestamp))
    throw new CallbackError(
      'malformed_timestamp',
      'webhook-timestamp must be unix seconds. Pass the header on as it arrived.',
    );
  const expected = `v1,${await hmacBase64(secret, callbackText(id, timestamp), body)}`;
  const matching = signatures.filter((signature) => equalInConstantTime(signature, expected));
  if (matching.length === 0) {
    const message = 'No signature matches. Check the secret, and that body is exactly what was received.';
    throw new CallbackError('wrong_signature', message);
  }
  const distanceMs = Math.abs(nowMs - Number(timestamp) * 1000);
  if (!(distanceMs <= toleranceSeconds * 1000)) {
    const message = `webhook-timestamp is more than ${toleranceSeconds} seconds away from this clock. Set the clock, or refuse the callback as a late replay.`;
    throw new CallbackError('stale', message);
  }
  return readBody(body);
}

/** Without types, anything can be passed. A parsed body has another signature than the received one. */
function expectReceived(body: unknown): void {
  if (typeof body === 'string' || body instanceof Uint8Array) return;
  const what = body === undefined ? 'missing' : 'an object that a parser has made of it';
  const message =
    `body must be exactly what was received, as text or bytes, and is ${what}. ` +
    "In Express use express.raw({ type: 'application/json' }) for this route; in a Fetch handler pass await request.text().";
  throw new CallbackError('parsed_body', message);
}

function readHeader(headers: CallbackHeaders, name: string): string {
  const { get } = headers;
  const value =
    typeof get === 'function'
      ? get.call(headers, name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (typeof value === 'string' && value !== '') return value;
  throw new CallbackError(
    'missing_header',
    `The header ${name} is missing, or was sent more than once. Pass all headers of the request, and make sure that a proxy in front keeps those that begin with webhook-.`,
  );
}

/** Compares in a time that does not depend on the characters. The length is no secret. */
function equalInConstantTime(given: string, expected: string): boolean {
  if (given.length !== expected.length) return false;
  let difference = 0;
  for (let index = 0; index < expected.length; index += 1)
    difference |= given.charCodeAt(index) ^ expected.charCodeAt(index);
  return difference === 0;
}

function readBody(body: string | Uint8Array): Callback {
  try {
    const text = typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true }).decode(body);
    const callback: Callback = JSON.parse(text);
    if (callback.type === 'deposit' || callback.type === 'withdrawal') return callback;
    throw new TypeError('the type is neither deposit nor withdrawal');
  } catch (cause) {
    throw new CallbackError(
      'malformed_body',
      'The body is signed, but is not the callback of a transaction. Check that this URL is the callbackUrl of this service alone, and update bank-transfers-client.',
      { cause },
    );
  }
}
