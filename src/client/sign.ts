import { hmac, type Secret, toBase64 } from './secret.ts';

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
