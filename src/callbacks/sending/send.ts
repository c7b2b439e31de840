import type { Schedule } from '../../operations/runtime.ts';
import { MAX_ATTEMPT_MS, MAX_KEPT_CONNECTIONS, MAX_READ_BYTES } from '../limits.ts';
import { type OpenSocket, openSocket as openByDefault } from './connection.ts';
import { ConnectionPool } from './connection-pool.ts';
import { createDnsResolve, createLookUp, type Resolve, resolveBySystem } from './resolve.ts';
import { describeFailure, SendFailure } from './send-failure.ts';

const STOPPING = 'the service is stopping';

export interface SenderOptions {
  /** Allows only https and public addresses; otherwise plain http and loopback are allowed too. */
  readonly production: boolean;
  /** The wall clock, for `Retry-After` dates. */
  readonly nowMs: () => number;
  /** The clock for durations. */
  readonly monotonicMs: () => number;
  /** The time limit of one POST: name look-up, connection, TLS, headers and body. */
  readonly timeLimitMs?: number;
  /** The longest time that a connection stays open without a POST. */
  readonly idleMs?: number;
  readonly resolve?: Resolve;
  readonly openSocket?: OpenSocket;
  readonly schedule: Schedule;
}

export interface SendRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The result of one POST. */
export interface SendResult {
  /** The status of the response; null when there was none. */
  readonly status: number | null;
  /** The reason why there was no response, in words for people. */
  readonly error: string | null;
  /** The start of the response body, at most 1 KiB of text on one line; null when it was empty. */
  readonly responseExcerpt: string | null;
  readonly retryAfterSeconds: number | null;
  readonly durationMs: number;
  /** Set when the sender itself aborted the POST to stop the process, so the result is not about the receiver. */
  readonly abortedByShutdown?: boolean;
}

/** Posts callbacks to URLs that clients chose, and therefore never to addresses of the service's own network. */
export interface Sender {
  /** One POST. Redirects are not followed. Never rejects: failures are results too. */
  send(request: SendRequest): Promise<SendResult>;
  /** Aborts every POST in progress and closes every connection. */
  close(): void;
}

/** Makes a sender with its own connections, which are reused. */
export function createSender(options: SenderOptions): Sender {
  const { production, nowMs, monotonicMs, schedule, timeLimitMs = MAX_ATTEMPT_MS } = options;
  const { openSocket = openByDefault } = options;
  const { resolve = production ? createDnsResolve() : resolveBySystem } = options;
  const pool = new ConnectionPool({
    lookUp: createLookUp({ resolve, allowLoopback: !production }),
    openSocket,
    idleMs: options.idleMs,
    maxKept: MAX_KEPT_CONNECTIONS,
  });
  const tooLate = `no answer within ${timeLimitMs / 1000} s`;
  const running = new Set<AbortController>();
  let isClosed = false;

  async function post(url: URL, { headers, body }: SendRequest, signal: AbortSignal): Promise<SendResult> {
    const startedAtMs = monotonicMs();
    const excerpt = new ResponseExcerpt();
    let status: number | null = null;
    let retryAfter: string | undefined;
    let error: string | null = null;
    try {
      const path = url.pathname + url.search;
      const response = await pool.request(url.origin, { method: 'POST', path, headers, body }, signal);
      status = response.statusCode;
      [retryAfter] = [response.headers['retry-after']].flat();
      for await (const chunk of response.body) {
        excerpt.add(chunk);
        if (excerpt.isFull) break;
      }
    } catch (failure) {
      // The status counts even if the body breaks off.
      if (status === null) error = describeFailure(failure);
    }
    return {
      status,
      error,
      responseExcerpt: excerpt.text(),
      retryAfterSeconds: readRetryAfter(retryAfter, nowMs()),
      durationMs: monotonicMs() - startedAtMs,
      ...(isClosed && status === null && { abortedByShutdown: true }),
    };
  }

  return {
    async send(request) {
      if (isClosed) return { ...refusal(STOPPING), abortedByShutdown: true };
      const url = URL.canParse(request.url) ? new URL(request.url) : undefined;
      if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
        return refusal('the URL is not one of http or https');
      if (production && url.protocol !== 'https:') return refusal('only https is allowed');
      const limit = new AbortController();
      const cancel = schedule(() => limit.abort(new SendFailure(tooLate)), timeLimitMs);
      running.add(limit);
      const result = await post(url, request, limit.signal);
      running.delete(limit);
      cancel();
      return result;
    },
    close() {
      isClosed = true;
      for (const limit of running) limit.abort(new SendFailure(STOPPING));
      pool.closeIdle();
    },
  };
}

function refusal(error: string): SendResult {
  return { status: null, error, responseExcerpt: null, retryAfterSeconds: null, durationMs: 0 };
}

const KEPT_BYTES = 1024;

/** The start of a response body, and a count of all that was read of it. */
class ResponseExcerpt {
  #start: Buffer = Buffer.alloc(0);
  #readBytes = 0;

  add(chunk: Buffer): void {
    this.#readBytes += chunk.length;
    const missingBytes = KEPT_BYTES - this.#start.length;
    if (missingBytes > 0) this.#start = Buffer.concat([this.#start, chunk.subarray(0, missingBytes)]);
  }

  /** True once no more of the body should be read. */
  get isFull(): boolean {
    return this.#readBytes >= MAX_READ_BYTES;
  }

  /** The excerpt as one line of at most 1 KiB in UTF-8; null when there was no body. */
  text(): string | null {
    if (this.#start.length === 0) return null;
    // Decoded as a stream, so that a character cut in two at the end is left out instead of garbled.
    const text = new TextDecoder().decode(this.#start, { stream: true });
    const line = text.replace(/[\t\r\n\u2028\u2029]+/g, ' ').replace(/[\p{Cc}\p{Cf}]/gu, '\uFFFD');
    const { read } = new TextEncoder().encodeInto(line, new Uint8Array(KEPT_BYTES));
    return line.slice(0, read);
  }
}

/** Reads `Retry-After` (RFC 9110, 10.2.3) as seconds from now; null when it is missing or malformed. */
function readRetryAfter(header: string | undefined, nowMs: number): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  // Stricter than Date.parse, which takes nearly anything for a date.
  if (!/^[A-Z][a-z]{2,8}, \d.* GMT$/.test(header)) return null;
  const dateMs = Date.parse(header);
  return Number.isNaN(dateMs) ? null : Math.max(0, Math.ceil((dateMs - nowMs) / 1000));
}
