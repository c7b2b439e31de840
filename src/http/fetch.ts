import { Readable } from 'node:stream';
import type { RequestContext } from './surface.ts';

/** The constructor of a Request: the platform's own, or the one of a library that brings its own. */
type RequestMaker<T> = new (url: string, init: RequestInit) => T;

export interface FetchRequestOptions {
  /** Take the place of those that were sent. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Takes the place of the query, with its `?`. */
  readonly search?: string;
  readonly signal?: AbortSignal;
}

/** The request as libraries of the Fetch standard take it. */
export function toFetchRequest<T>(
  ctx: RequestContext,
  Maker: RequestMaker<T>,
  { headers: changed, body, search = ctx.search, signal }: FetchRequestOptions = {},
): T {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(ctx.req.headers))
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  // Not ctx.req.url, which a proxy may have sent with a scheme and a host.
  return new Maker(`http://localhost${ctx.path}${search}`, {
    method: ctx.method,
    headers: { ...headers, ...changed },
    ...(signal && { signal }),
    // The standard knows no GET with a body.
    ...(body && ctx.method !== 'GET' && { body }),
  });
}

/** Aborts when the client goes away before it has its whole answer. */
export function clientGone({ res }: RequestContext): AbortSignal {
  const gone = new AbortController();
  if (res.destroyed) gone.abort();
  res.once('close', () => {
    if (!res.writableFinished) gone.abort();
  });
  return gone.signal;
}

/** What is written of an answer: the standard's Response, or one that looks like it. */
interface FetchResponse {
  readonly status: number;
  readonly headers: {
    get(name: string): string | null;
    forEach(visit: (value: string, name: string) => void): void;
  };
  readonly body: AsyncIterable<Uint8Array> | null;
  text(): Promise<string>;
}

/** Writes an answer of the Fetch standard. Only server-sent events are streamed. */
export async function writeFetchResponse(ctx: RequestContext, response: FetchResponse): Promise<void> {
  ctx.status = response.status;
  response.headers.forEach((value, name) => {
    if (name.toLowerCase() === 'vary') ctx.vary(value);
    else ctx.set(name, value);
  });
  ctx.set('Cache-Control', 'no-store');
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  if (isStream && response.body) writeEvents(ctx, response.body);
  else ctx.body = await response.text();
}

function writeEvents(ctx: RequestContext, body: AsyncIterable<Uint8Array>): void {
  // A connection that outlives its stream would hold up the stop of the service; a proxy that gathers bytes, the events.
  ctx.set({ Connection: 'close', 'X-Accel-Buffering': 'no' });
  // GraphQL Yoga says `none`, which is the name of no encoding.
  ctx.remove('Content-Encoding');
  ctx.body = Readable.from(body, { objectMode: false });
}
