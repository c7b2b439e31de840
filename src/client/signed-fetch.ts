import { noAnswer } from './foreign-answer.ts';
import { encode, expectSecret, importSecret, type Secret } from './secret.ts';
import { digestSign, type SignableRequest, timedSign } from './sign.ts';

/** The platform's `fetch`, or a replacement. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The key that signs, and the platform's functions. */
export interface SignedFetchOptions {
  readonly appKey: string;
  readonly secret: Secret;
  /**
   * The base URL of the service, `https://pay.example.com`. A proxy may serve it below a path,
   * `https://example.com/payments`, which it removes: signs cover what is left. Without a base, signs cover the whole path.
   */
  readonly url?: string | undefined;
  /** The global `fetch` by default. */
  readonly fetch?: Fetch | undefined;
  /** The clock for the time in signs, in epoch milliseconds; `Date.now` by default. */
  readonly nowMs?: (() => number) | undefined;
}

/** The service, and the key that calls it. */
export interface ServiceOptions extends SignedFetchOptions {
  readonly url: string;
}

/** A request that can be signed: its body is not a stream. */
export interface SignedRequestInit {
  readonly method?: string | undefined;
  readonly headers?: RequestInit['headers'];
  /** A string or bytes; `createSignedFetch` takes URLSearchParams too. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | null | undefined;
}

/** A `fetch` of a URL that signs each request. */
export type UrlFetch = (url: string | URL, init?: SignedRequestInit) => Promise<Response>;

/** The headers that authenticate a request, in addition to its appKey. */
export type SignHeaders = Readonly<Record<string, string>> & { readonly sign: string };

/**
 * Makes the timed sign of a request, with a nonce: some calls accept each sign only once, so equal requests need
 * different signs. Bytes are a file; their sign covers their digest.
 */
export async function signHeaders(
  key: Secret,
  request: SignableRequest,
  nowMs: number,
): Promise<SignHeaders> {
  const options = { nowMs, nonce: crypto.randomUUID() };
  if (request.body instanceof Uint8Array) return { ...(await digestSign(key, request, options)) };
  return { sign: await timedSign(key, request, options) };
}

/**
 * Does what `createSignedFetch` does, but for URLs only: a page that passes no Request loads less code.
 * @throws TypeError when `url` is given and is not an absolute http or https URL, or when `appKey` or `secret` is
 * empty.
 */
export function createUrlFetch({
  appKey,
  secret,
  url: baseUrl,
  fetch = (url, init) => globalThis.fetch(url, init),
  nowMs = Date.now,
}: SignedFetchOptions): UrlFetch {
  if (!appKey) throw new TypeError('The appKey is missing. It is the name of the key.');
  expectSecret(secret);
  const base = baseUrl === undefined ? undefined : new URL(endpoint(baseUrl, '/'));
  let key: Promise<Secret> | undefined;
  return async (input, init = {}) => {
    key ??= typeof secret === 'string' ? importSecret(secret) : Promise.resolve(secret);
    const url = normalizeUrl(input);
    const method = (init.method ?? 'GET').toUpperCase();
    const body = toBody(init.body);
    const headers = new Headers(init.headers);
    headers.set('appKey', appKey);
    const target = targetOf(url, base);
    const signed = await signHeaders(await key, { method, target, body }, nowMs());
    for (const [name, value] of Object.entries(signed)) headers.set(name, value);
    const { signal = null } = init;
    // Not `redirect: 'error'`: with it Node no longer ends a stream on abort after a garbage collection. For a text,
    // `fetch` would set a content-type.
    const bytes = typeof body === 'string' ? encode(body) : body;
    const request = { method, headers, signal, redirect: 'manual', ...(bytes && { body: bytes }) } as const;
    return fetch(url.href, request).catch((error: unknown) => {
      // If the caller aborted the request, the error is the caller's reason.
      throw error instanceof TypeError && !signal?.aborted ? noAnswer(url, error) : error;
    });
  };
}

/** The path with its query as the service gets it: a proxy has removed the path of the base, which ends with a slash. */
function targetOf(url: URL, base: URL | undefined): string {
  if (!base) return url.pathname + url.search;
  if (url.origin !== base.origin || !url.pathname.startsWith(base.pathname))
    throw new TypeError(`Only URLs below ${base.href} are signed.`);
  return url.pathname.slice(base.pathname.length - 1) + url.search;
}

/**
 * Returns the URL of an endpoint.
 * @throws TypeError when the base is not an absolute http or https URL, or has a query or a fragment.
 */
export function endpoint(baseUrl: string, path: string): string {
  if (!/^https?:[/][/][^?#]+$/i.test(baseUrl) || !URL.canParse(baseUrl))
    throw new TypeError('url must be a whole http or https URL without a query.');
  return baseUrl.replace(/[/]+$/, '') + path;
}

/** Normalizes a URL, so that every platform sends exactly the signed one. */
function normalizeUrl(input: string | URL): URL {
  const url = new URL(input);
  url.hash = '';
  // Only some platforms send the `?` of an empty query. This setter removes it.
  if (url.search === '') url.search = '';
  return url;
}

function toBody(body: unknown): string | Uint8Array<ArrayBuffer> | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return new Uint8Array(body);
  throw new TypeError('Only a body of text, bytes or URLSearchParams can be signed.');
}
