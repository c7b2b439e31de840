import { hmac, type Secret, toBase64 } from './secret.ts';

/** What a timed sign is made over. */
export interface SignableRequest {
  /** In upper case, as it is sent. */
  readonly method: string;
  /** The path with its query, as they are sent: `/v1/transactions?limit=2`. */
  readonly target: string;
  /** The body as it is sent; left out where there is none. */
  readonly body?: string | Uint8Array | undefined;
}

/**
 * The plain sign, for merchant keys on the calls that accept it.
 * @param payload the body exactly as it is sent; without a body the query without `?`.
 * @returns the value of the header `sign`.
 */
export async function plainSign(secret: Secret, payload: string | Uint8Array): Promise<string> {
  return toBase64(await hmac(secret, payload));
}

/**
 * The timed sign, for every call. The service accepts it for 300 seconds.
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
