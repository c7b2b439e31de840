import { encode, importSecret, type Secret } from './secret.ts';
import { timedSign } from './sign.ts';

/** How a request is sent: the platform's `fetch`, or what stands in for it. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Who signs. */
export interface SignedFetchOptions {
  readonly appKey: string;
  readonly secret: Secret;
  /** The platform's own by default. */
  readonly fetch?: Fetch | undefined;
  /** The clock that signs carry, in epoch milliseconds; the platform's own by default. */
  readonly nowMs?: (() => number) | undefined;
}

/** Where the service is, and who calls it. */
export interface ClientOptions extends SignedFetchOptions {
  /** The address of the service without a path of its own: `https://pay.example.com`. */
  readonly url: string;
}

/** A request that can be signed: its body is there as a whole. */
export interface SignedRequestInit {
  readonly method?: string | undefined;
  readonly headers?: RequestInit['headers'];
  /** A string or bytes. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | null | undefined;
}

/**
 * Makes a `fetch` that signs each request with the timed sign, over exactly the bytes that are sent, with the
 * time at which it is sent. A redirect is not followed: a sign fits one address only.
 */
export function createSignedFetch({
  appKey,
  secret,
  fetch = (url, init) => globalThis.fetch(url, init),
  nowMs = Date.now,
}: SignedFetchOptions): (input: string | URL, init?: SignedRequestInit) => Promise<Response> {
  let key: Promise<Secret> | undefined;
  return async (input, init = {}) => {
    key ??= typeof secret === 'string' ? importSecret(secret) : Promise.resolve(secret);
    const url = toSentUrl(input);
    const method = (init.method ?? 'GET').toUpperCase();
    const body = toBytes(init.body);
    const headers = new Headers(init.headers);
    headers.set('appKey', appKey);
    const target = url.pathname + url.search;
    headers.set('sign', await timedSign(await key, { method, target, body }, nowMs()));
    const { signal = null } = init;
    // Not 'error': with it Node forgets, after a garbage collection, to end a stream whose signal aborts.
    return fetch(url.href, { method, headers, signal, redirect: 'manual', ...(body && { body }) });
  };
}

/** The address of one door of the service. @throws TypeError when the base is not a whole http or https URL. */
export function endpoint(baseUrl: string, path: string): string {
  if (!/^https?:[/][/]/i.test(baseUrl) || !URL.canParse(baseUrl))
    throw new TypeError(`url must be a whole http or https URL such as https://pay.example.com: ${baseUrl}`);
  return baseUrl.replace(/[/]+$/, '') + path;
}

/** The URL in the one spelling that every platform sends and signs alike. */
function toSentUrl(input: string | URL): URL {
  const url = new URL(input);
  url.hash = '';
  // Some platforms send the `?` of an empty query, and some do not.
  if (url.search === '') url.search = '';
  return url;
}

function toBytes(body: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === 'string') return encode(body);
  if (body instanceof Uint8Array) return new Uint8Array(body);
  throw new TypeError('Only a body of text or bytes can be signed.');
}
