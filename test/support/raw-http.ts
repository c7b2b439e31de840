import { once } from 'node:events';
import { request } from 'node:http';
import type { ApiResponse } from '../harness.ts';
import { expectDescribed } from './openapi.ts';

export interface RawRequest {
  readonly method?: string;
  /** Sent unchanged. */
  readonly target: string;
  /** For a list of values the header is sent once for each. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array;
}

/**
 * Sends one HTTP request without adding or normalising anything: no signature, no content-type, the path unchanged.
 */
export async function rawCall(service: { url: string }, options: RawRequest): Promise<ApiResponse> {
  const { hostname, port } = new URL(service.url);
  const { method = 'GET', target, headers = {}, body } = options;
  const outgoing = request({ hostname, port, method, path: target, agent: false });
  for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value);
  outgoing.end(body);
  const [incoming] = await once(outgoing, 'response');
  // A server that responds before it has read the whole request may reset the connection afterwards.
  outgoing.on('error', () => {});
  const text = Buffer.concat(await incoming.toArray()).toString('utf8');
  const responded = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) responded.set(name, String(value));
  const json = text && JSON.parse(text);
  const { statusCode: status } = incoming;
  if (text !== '') expectDescribed({ method, target, status, json });
  return { status, headers: responded, text, json };
}
