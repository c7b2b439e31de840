import { Readable } from 'node:stream';
import { Request } from '@whatwg-node/fetch';
import type { RequestContext } from './surface.ts';

/** The received headers that the libraries read: a request can have thousands of others. */
const READ_HEADERS = ['accept', 'content-type', 'last-event-id'];

interface FetchRequestOptions {
  /** These replace received headers of the same name, in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Replaces the query; begins with `?` unless it is empty. */
  readonly search?: string;
  readonly signal?: AbortSignal;
}

/** Converts the request for a library of the Fetch standard. The Request of Node takes ten times as long to make. */
export function toFetchRequest(
  ctx: RequestContext,
  { headers: changed, body, search = ctx.search, signal }: FetchRequestOptions = {},
): Request {
  const headers: Record<string, string> = {};
  for (const name of READ_HEADERS) {
    const value = ctx.get(name);
    if (value !== '') headers[name] = value;
  }
  return new Request(`http://localhost${ctx.path}${search}`, {
    method: ctx.method,
    headers: { ...headers, ...changed },
    ...(signal && { signal }),
    // A Request of the Fetch standard cannot be a GET with a body.
    ...(body && ctx.method !== 'GET' && { body }),
  });
}

/** Aborts when the connection closes before the whole response has been sent. */
export function disconnectSignal({ res }: RequestContext): AbortSignal {
  const disconnected = new AbortController();
  if (res.destroyed) disconnected.abort();
  res.once('close', () => {
    if (!res.writableFinished) disconnected.abort();
  });
  return disconnected.signal;
}

/** The used part of a Response of the Fetch standard or of a library's own Response. */
interface FetchResponse {
  readonly status: number;
  readonly headers: {
    get(name: string): string | null;
    forEach(visit: (value: string, name: string) => void): void;
  };
  readonly body: AsyncIterable<Uint8Array> | null;
  text(): Promise<string>;
}

/** Writes a response of the Fetch standard. Only server-sent events are streamed. */
export async function writeFetchResponse(ctx: RequestContext, response: FetchResponse): Promise<void> {
  ctx.status = response.status;
  response.headers.forEach((value, name) => {
    if (name.toLowerCase() === 'vary') ctx.vary(value);
    else ctx.set(name, value);
  });
  ctx.set('Cache-Control', 'no-store');
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  if (isStream && response.body) writeEvents(ctx, response.body);
  // As bytes, because Koa and the socket would each go through a string again.
  else ctx.body = Buffer.from(await response.text());
}

function writeEvents(ctx: RequestContext, body: AsyncIterable<Uint8Array>): void {
  // A connection that outlives its stream would delay the stop of the service. A buffering proxy would delay events.
  ctx.set({ Connection: 'close', 'X-Accel-Buffering': 'no' });
  // GraphQL Yoga sets it to `none`, which is no registered content coding.
  ctx.remove('Content-Encoding');
  ctx.body = Readable.from(body, { objectMode: false });
}
