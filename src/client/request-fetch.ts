import { createUrlFetch, type SignedFetchOptions, type SignedRequestInit } from './signed-fetch.ts';

/** A `fetch` that signs each request. Like `fetch` it takes a Request too, whose body it reads. */
export type SignedFetch = (input: string | URL | Request, init?: SignedRequestInit) => Promise<Response>;

/**
 * Creates a `fetch` that signs each request with the timed sign, over exactly the bytes that are sent and with the
 * time of sending. Redirects are not followed, because a sign is valid for one URL only. With a base `url` the fetch
 * throws a TypeError for a URL that is not below it. Without an answer it throws a TypeError that names the address and
 * the reason.
 * @throws TypeError when `url` is given and is not an absolute http or https URL, or when `appKey` or `secret` is empty.
 */
export function createSignedFetch(options: SignedFetchOptions): SignedFetch {
  const urlFetch = createUrlFetch(options);
  return async (input, init) => {
    const isRequest = typeof input === 'object' && 'url' in input;
    const url = isRequest ? input.url : input;
    if (!URL.canParse(url)) throw new TypeError(`Only a whole URL can be signed, not ${url}.`);
    const own = withForm(init);
    return urlFetch(url, isRequest ? { ...(await initOf(input)), ...given(own) } : own);
  };
}

/** Writes URLSearchParams as the text of a form, with the type that `fetch` gives it. */
function withForm(init: SignedRequestInit = {}): SignedRequestInit {
  if (!(init.body instanceof URLSearchParams)) return init;
  const headers = new Headers(init.headers);
  if (!headers.has('content-type'))
    headers.set('content-type', 'application/x-www-form-urlencoded;charset=UTF-8');
  return { ...init, headers, body: String(init.body) };
}

/** Leaves out options that are undefined: as with `fetch`, they change nothing. */
function given(init: SignedRequestInit): SignedRequestInit {
  return Object.fromEntries(Object.entries(init).filter(([, value]) => value !== undefined));
}

/**
 * Reads what a Request sends. Its body is signed as bytes if it is a file, and as text otherwise.
 * @throws TypeError when a body that is signed as text is not UTF-8, which the service would refuse as well.
 */
async function initOf(request: Request): Promise<SignedRequestInit> {
  const { method, headers, signal } = request;
  const bytes = new Uint8Array(await request.arrayBuffer());
  const isFile = /^application\/octet-stream\s*(;|$)/i.test(headers.get('content-type') ?? '');
  const body = isFile ? bytes : new TextDecoder('utf-8', { ignoreBOM: true, fatal: true }).decode(bytes);
  return { method, headers, signal, body: body.length === 0 ? undefined : body };
}
