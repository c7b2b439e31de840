import { NoAnswerError } from './foreign-answer.ts';
import {
  createUrlFetch,
  type Fetch,
  type ServiceOptions,
  type SignedRequestInit,
  type UrlFetch,
} from './signed-fetch.ts';

/** How often a call that is safe to repeat is sent. */
export interface RetryOptions {
  /** The most attempts, including the first; 4 by default. */
  readonly maxAttempts?: number | undefined;
  /** No attempt begins later than this after the first one; 30,000 by default. */
  readonly maxElapsedMs?: number | undefined;
}

/** The platform's timers, or a replacement. */
export interface Timers {
  /** Calls `run` after a delay. @returns a function that cancels it. */
  after(delayMs: number, run: () => void): () => void;
}

/** The time limit and the retries of a request. */
export interface RequestPolicy {
  /** How long one attempt may take until its response is read; 10,000 by default. Subscriptions have no such limit. */
  readonly timeoutMs?: number | undefined;
  /** When calls that are safe to repeat are sent again; false sends each call once. */
  readonly retry?: RetryOptions | false | undefined;
  /** `setTimeout` by default. */
  readonly timers?: Timers | undefined;
  /** The source of the random part of waits, from 0 to 1; `Math.random` by default. */
  readonly random?: (() => number) | undefined;
}

/** The service, the key that calls it, and the limits of a request. */
export interface ClientOptions extends ServiceOptions, RequestPolicy {}

/** Sends a signed request. If `isSafe`, it may be sent several times. */
export type RetryingFetch = (
  url: string | URL,
  init: SignedRequestInit,
  isSafe: boolean,
) => Promise<Response>;

const TIMEOUT_MS = 10_000;
const MAX_ATTEMPTS = 4;
const MAX_ELAPSED_MS = 30_000;
const FIRST_WAIT_MS = 200;
const MAX_WAIT_MS = 5_000;
/** With a longer delay, `setTimeout` calls back at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

const TOO_MANY_REQUESTS = 429;
/** The statuses of a service or a proxy that cannot do the work now. */
const UNAVAILABLE: readonly number[] = [502, 503, 504];
/** Responses after which a later request can succeed. */
export const TEMPORARY_STATUSES: readonly number[] = [TOO_MANY_REQUESTS, ...UNAVAILABLE];
/** A `Response` with one of these statuses cannot be created with a body. */
const WITHOUT_BODY: readonly number[] = [204, 205, 304];

export const platformTimers: Timers = {
  after(delayMs, run) {
    const timer = setTimeout(run, Math.min(delayMs, MAX_TIMER_MS));
    return () => clearTimeout(timer);
  },
};

/**
 * The two ways in which a client sends requests. They share a signer, so that two equal requests never have the same
 * sign.
 */
export interface Fetches {
  /** Sends once, without a time limit, for streams. */
  readonly signedFetch: UrlFetch;
  /**
   * Whether an error of `signedFetch` is about a request that was sent. If it was not, another attempt would fail too.
   */
  readonly wasSent: (error: unknown) => boolean;
  readonly retryingFetch: RetryingFetch;
}

/**
 * Creates a signed `fetch`, and one with a time limit for each attempt. It repeats requests that are safe to repeat
 * after a lost connection, a timeout, 502, 503, 504, and 429 with Retry-After. Each attempt is signed with its own
 * time.
 * @throws TypeError when a limit is not positive.
 */
export function createFetches(options: ClientOptions): Fetches {
  const { timeoutMs = TIMEOUT_MS, timers = platformTimers, random = Math.random, nowMs = Date.now } = options;
  const { maxAttempts = MAX_ATTEMPTS, maxElapsedMs = MAX_ELAPSED_MS } = options.retry || {};
  expectPositive({ timeoutMs, maxAttempts, maxElapsedMs });
  const attempts = options.retry === false ? 1 : maxAttempts;
  /** The errors of requests that were sent, unlike those of a body that cannot be signed. */
  const lost = new WeakSet<object>();
  const signedFetch = createUrlFetch({ ...options, fetch: noteLost(lost, options.fetch) });

  const attempt = async (url: string | URL, init: SignedRequestInit) => {
    const limit = limitTime(init.signal ?? undefined, timeoutMs, timers);
    try {
      const response = await signedFetch(url, { ...init, signal: limit.signal });
      return await readWhole(response).catch((error: unknown) => throwLost(lost, error));
    } finally {
      limit.end();
    }
  };

  const retryingFetch: RetryingFetch = async (url, init, isSafe) => {
    const startedAtMs = nowMs();
    const signal = init.signal ?? undefined;
    for (let sent = 1; ; sent += 1) {
      const { response, error } = await settle(attempt(url, init));
      const isRepeatable = isSafe && !signal?.aborted && sent < attempts;
      const isTemporary = response ? isUnavailable(response) : isLost(error, lost);
      const waitMs = (response && readRetryAfterMs(response, nowMs)) ?? 0;
      const totalMs = waitMs + random() * Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (sent - 1));
      if (isRepeatable && isTemporary && nowMs() - startedAtMs + totalMs <= maxElapsedMs)
        await pause(totalMs, signal, timers);
      else if (response) return response;
      else throw error;
    }
  };
  return { signedFetch, wasSent: (error) => isLost(error, lost), retryingFetch };
}

function expectPositive(limits: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(limits))
    if (!(value > 0)) throw new TypeError(`${name} must be greater than 0.`);
}

type AttemptResult = { readonly response: Response; readonly error?: never } | FailedAttempt;
interface FailedAttempt {
  readonly response?: never;
  readonly error: unknown;
}

function settle(attempt: Promise<Response>): Promise<AttemptResult> {
  return attempt.then(
    (response) => ({ response }),
    (error: unknown) => ({ error }),
  );
}

function isUnavailable(response: Response): boolean {
  if (response.status === TOO_MANY_REQUESTS) return response.headers.has('retry-after');
  return UNAVAILABLE.includes(response.status);
}

function isLost(error: unknown, lost: WeakSet<object>): boolean {
  return error instanceof NoAnswerError || (typeof error === 'object' && error !== null && lost.has(error));
}

/** Reads the header in both of its forms, RFC 9110 §10.2.3. */
function readRetryAfterMs(response: Response, nowMs: () => number): number | undefined {
  const text = response.headers.get('retry-after') ?? '';
  if (/^[0-9]{1,9}$/.test(text)) return Number(text) * 1000;
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs());
}

/** Notes the errors of requests that were sent. */
function noteLost(lost: WeakSet<object>, fetch: Fetch = (url, init) => globalThis.fetch(url, init)): Fetch {
  return (url, init) => fetch(url, init).catch((error: unknown) => throwLost(lost, error));
}

function throwLost(lost: WeakSet<object>, error: unknown): never {
  if (typeof error === 'object' && error !== null) lost.add(error);
  throw error;
}

/** Reads a response to its end, so that a connection that breaks in the middle fails the attempt. */
async function readWhole(response: Response): Promise<Response> {
  const { status, headers } = response;
  // A page cannot read anything of a redirect.
  if (status < 200) return response;
  const body = await response.arrayBuffer();
  return new Response(WITHOUT_BODY.includes(status) ? null : body, { status, headers });
}

/** Makes a signal that aborts with the caller's, or after a time. */
function limitTime(signal: AbortSignal | undefined, timeoutMs: number, timers: Timers) {
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  const cancelTimer = timers.after(timeoutMs, () => {
    const message = `The service did not answer within ${timeoutMs} ms.`;
    controller.abort(new DOMException(message, 'TimeoutError'));
  });
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort);
  return {
    signal: controller.signal,
    end() {
      cancelTimer();
      signal?.removeEventListener('abort', abort);
    },
  };
}

/** Waits. @throws the reason of the signal when it aborts. */
export function pause(delayMs: number, signal: AbortSignal | undefined, timers: Timers): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      cancelTimer();
      reject(signal?.reason);
    };
    const cancelTimer = timers.after(delayMs, () => {
      signal?.removeEventListener('abort', abort);
      resolve();
    });
    signal?.addEventListener('abort', abort, { once: true });
  });
}
