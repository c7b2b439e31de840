import { concat, hmacBase64, type Secret, toBase64 } from './secret.ts';
import { digestText, type SignTime, signHeader, timedText } from './signed-text.ts';

/** The parts of a request that a timed sign covers. */
export interface SignableRequest {
  /** In upper case. */
  readonly method: string;
  /** The path with its query, exactly as they are sent: `/v1/transactions?limit=2`. */
  readonly target: string;
  /** The body exactly as it is sent; undefined for a request without one. */
  readonly body?: string | Uint8Array | undefined;
}

/**
 * Computes the plain sign, which some calls accept from merchant keys.
 * @param payload the body exactly as it is sent, or without a body the query without its `?`.
 * @returns the value of the header `sign`.
 */
export async function plainSign(secret: Secret, payload: string | Uint8Array): Promise<string> {
  return hmacBase64(secret, payload);
}

export interface SignOptions {
  /** The time of the sign, in epoch milliseconds; now by default. */
  readonly nowMs?: number | undefined;
  /** 8 to 64 characters of A-Z, a-z, 0-9, `_` and `-`. It distinguishes equal requests within one second. */
  readonly nonce?: string | undefined;
}

function timeOf({ nowMs = Date.now(), nonce }: SignOptions): SignTime {
  return { timestamp: String(Math.floor(nowMs / 1000)), nonce };
}

/**
 * Computes the timed sign, which every call accepts for 300 seconds.
 * @returns the value of the header `sign`: `t=<unix seconds>,v1=<base64>`, with a nonce `t=<unix seconds>,n=<nonce>,v1=…`.
 */
export async function timedSign(
  secret: Secret,
  request: SignableRequest,
  options: SignOptions = {},
): Promise<string> {
  const time = timeOf(options);
  return signHeader(time, 'v1', await hmacBase64(secret, timedText(time, request), request.body ?? ''));
}

/** The headers of a sign that covers the digest of the body. */
export interface DigestSign {
  readonly sign: string;
  /** The SHA-256 of the body, in the form of RFC 9530. */
  readonly 'content-digest': string;
}

/**
 * Computes the timed sign over the digest of the body, which every call accepts for 300 seconds. The service verifies
 * it before it reads the body, so that senders without a secret cannot delay the upload of a file.
 * @returns the headers `sign` and `content-digest`: `t=<unix seconds>,v2=<base64>` and `sha-256=:<base64>:`.
 */
export async function digestSign(
  secret: Secret,
  { method, target, body = '' }: SignableRequest,
  options: SignOptions = {},
): Promise<DigestSign> {
  const time = timeOf(options);
  const bodyDigest = new Uint8Array(await crypto.subtle.digest('SHA-256', concat([body])));
  const contentDigest = `sha-256=:${toBase64(bodyDigest)}:`;
  const digest = await hmacBase64(secret, digestText(time, { method, target, contentDigest }));
  return { sign: signHeader(time, 'v2', digest), 'content-digest': contentDigest };
}
