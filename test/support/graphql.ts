import { type ApiResponse, type CallOptions, type Credentials, call, hmac, MERCHANT } from '../harness.ts';
import { writeJson } from './number-text.ts';

export interface Request extends Pick<CallOptions, 'as' | 'headers'> {
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly operationName?: string;
  /** The Accept header; the current media type by default. */
  readonly accept?: string;
}

/** Sends a signed GraphQL request as a POST. */
export function graphql(
  service: { url: string },
  query: string,
  { accept = 'application/graphql-response+json', headers, as, ...parameters }: Request = {},
): Promise<ApiResponse> {
  return call(service, '/graphql', {
    body: writeJson({ query, ...parameters }),
    contentType: 'application/json',
    sign: 'timed',
    headers: { accept, ...headers },
    ...(as && { as }),
  });
}

/** Sends a signed GraphQL request as a GET. */
export function graphqlGet(
  service: { url: string },
  parameters: Readonly<Record<string, string>>,
  { accept = 'application/graphql-response+json', as }: Request = {},
): Promise<ApiResponse> {
  const target = `/graphql?${new URLSearchParams(parameters)}`;
  return call(service, target, { headers: { accept }, ...(as && { as }) });
}

/** The headers of a signed request with a JSON body or without a body. */
export function signedHeaders(
  method: string,
  target: string,
  {
    body = '',
    as: { appKey, secret } = MERCHANT,
    nowMs = Date.now(),
  }: { readonly body?: string; readonly as?: Credentials; readonly nowMs?: number } = {},
): Record<string, string> {
  const seconds = Math.floor(nowMs / 1000);
  const sign = `t=${seconds},v1=${hmac(secret, `${seconds}.${method}.${target}.${body}`)}`;
  return { appKey, sign, ...(body && { 'content-type': 'application/json' }) };
}
