import { concat, hmac, type Secret, toBase64 } from './secret.ts';

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
  return toBase64(await hmac(secret, payload));
}

/**
 * Computes the timed sign, which every call accepts for 300 seconds.
 * @returns the value of the header `sign`: `t=<unix seconds>,v1=<base64>`.
 */
export async function timedSign(
  secret: Secret,
  { method, target, body = '' }: SignableRequest,
  nowMs: number = Date.now(),
): Promise<string> {
  const seconds = Math.floor(nowMs / 1000);
  return `t=${seconds},v1=${toBase64(await hmac(secret, `${seconds}.${method}.${target}.`, body))}`;
}

/** The headers of a sign that covers the digest of the body. */
export interface DigestSign {
  readonly sign: string;
  /** SHA-256 after RFC 9530. */
  readonly 'content-digest': string;
}

/**
 * Computes the timed sign over the digest of the body, which every call accepts for 300 seconds. The service verifies it
 * before it reads the body: a file that is sent with it waits for nobody who has no secret.
 * @returns the headers `sign` and `content-digest`: `t=<unix seconds>,v2=<base64>` and `sha-256=:<base64>:`.
 */
export async function digestSign(
  secret: Secret,
  { method, target, body = '' }: SignableRequest,
  nowMs: number = Date.now(),
): Promise<DigestSign> {
  const seconds = Math.floor(nowMs / 1000);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', concat([body])));
  const contentDigest = `sha-256=:${toBase64(digest)}:`;
  const payload = `v2.${seconds}.${method}.${contentDigest}.${target}`;
  return {
    sign: `t=${seconds},v2=${toBase64(await hmac(secret, payload))}`,
    'content-digest': contentDigest,
  };
}
