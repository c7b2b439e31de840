import { Readable } from 'node:stream';
import type { RequestContext } from './mount.ts';

/** The constructor of a Request: the platform's own, or the one of a library that brings its own. */
type RequestMaker<T> = new (url: string, init: RequestInit) => T;

/**
 * The request as libraries of the Fetch standard take it, from the bytes that were read and verified.
 * Its signal aborts when the client goes away before it has its answer.
 */
export function toFetchRequest<T>(ctx: RequestContext, Maker: RequestMaker<T>): T {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(ctx.req.headers))
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  const gone = new AbortController();
  ctx.res.once('close', () => {
    if (!ctx.res.writableFinished) gone.abort();
  });
  const { rawBody } = ctx.state;
  return new Maker(`http://localhost${ctx.req.url}`, {
    method: ctx.method,
    headers,
    signal: gone.signal,
    ...(rawBody.length > 0 && { body: rawBody.toString('utf8') }),
  });
}

/** What is written of an answer: the standard's Response, or one that looks like it. */
interface FetchResponse {
  readonly status: number;
  readonly headers: { forEach(visit: (value: string, name: string) => void): void };
  readonly body: AsyncIterable<Uint8Array> | null;
  text(): Promise<string>;
}

/** Writes an answer of the Fetch standard. Only server-sent events are streamed. */
export async function writeFetchResponse(ctx: RequestContext, response: FetchResponse): Promise<void> {
  ctx.status = response.status;
  let isStream = false;
  response.headers.forEach((value, name) => {
    ctx.set(name, value);
    if (name.toLowerCase() === 'content-type') isStream = value.startsWith('text/event-stream');
  });
  if (!isStream) ctx.set('Cache-Control', 'no-store');
  ctx.body =
    isStream && response.body ? Readable.from(response.body, { objectMode: false }) : await response.text();
}
