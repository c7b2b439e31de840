import { type ApiResponse, type Credentials, hmac, type Json, MERCHANT } from '../harness.ts';
import { rawCall } from './raw-http.ts';

interface SignedRequest {
  readonly as?: Credentials;
  readonly body?: Readonly<Record<string, string>> | object;
  readonly json?: true;
}

/** Sends a request with a timed sign over its own connection. */
export function callAlone(
  service: { readonly url: string },
  target: string,
  { as = MERCHANT, body, json }: SignedRequest = {},
): Promise<ApiResponse> {
  const method = body ? 'POST' : 'GET';
  const text = body && (json ? JSON.stringify(body) : String(new URLSearchParams(body as Json)));
  const seconds = Math.floor(Date.now() / 1000);
  const sign = `t=${seconds},v1=${hmac(as.secret, `${seconds}.${method}.${target}.${text ?? ''}`)}`;
  const type = json ? 'application/json' : 'application/x-www-form-urlencoded';
  const headers = { appKey: as.appKey, sign, ...(text && { 'content-type': type }) };
  return rawCall(service, { method, target, headers, ...(text && { body: text }) });
}
