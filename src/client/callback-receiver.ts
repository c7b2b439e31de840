import { type Callback, CallbackError, type CallbackHeaders, verifyCallback } from './callback.ts';
import { concat, expectSecret, type Secret } from './secret.ts';

/** The state of an event: new, being handled, or already handled. */
export type SeenState = 'new' | 'busy' | 'done';

/**
 * Remembers which events were handled. Several processes need to share one, for example in a database. An event stays
 * busy until its lease ends, so a process that dies while it handles an event does not leave it busy for ever.
 */
export interface SeenEvents {
  /**
   * Marks an event as busy if it is new or its lease has ended.
   * @param leaseUntilMs the end of the lease, in epoch milliseconds.
   * @returns the state of the event before the call; `new` if its lease had ended.
   */
  begin(eventId: string, leaseUntilMs: number): SeenState | Promise<SeenState>;
  /**
   * Marks an event as done. There is nothing left to do here if the handler has marked it in the same transaction as
   * its booking.
   */
  finish(eventId: string): void | Promise<void>;
  /** Forgets a busy event whose handling failed, unless it is being handled again under another lease. */
  forget(eventId: string, leaseUntilMs: number): void | Promise<void>;
}

export interface CallbackReceiverOptions {
  readonly secret: Secret;
  /**
   * Handles a genuine callback. When it throws, the service sends the callback again. An event can be handled more than
   * once: after a crash, if handling it takes longer than its lease, and if `seen` has forgotten it. Make sure that a
   * repeat with the same `eventId` changes nothing.
   */
  readonly handle: (callback: Callback) => void | Promise<void>;
  /** The memory of this process by default. */
  readonly seen?: SeenEvents | undefined;
  /** How long an event stays busy if its handling does not end; 60 by default. */
  readonly leaseSeconds?: number | undefined;
  /** How far a callback's time may be from the clock, in either direction; 300 by default. */
  readonly toleranceSeconds?: number | undefined;
  /** The receiver's clock, in epoch milliseconds; `Date.now` by default. */
  readonly nowMs?: (() => number) | undefined;
}

/** The status to respond with, and why a callback was not accepted. */
export interface CallbackOutcome {
  readonly status: 204 | 400 | 413 | 503;
  readonly message?: string;
}

export interface CallbackReceiver {
  /**
   * Receives a callback in any framework. @param body exactly what was received.
   * @returns the status to respond with: 204, 400 if it is not genuine, 503 while another delivery is being handled.
   * @throws what the handler throws. Respond with status 500 then.
   */
  receive(headers: CallbackHeaders, body: string | Uint8Array): Promise<CallbackOutcome>;
  /** The same for the Request and Response of the Fetch standard. It reads at most 64 KiB. */
  respond(request: Request): Promise<Response>;
}

/** The service's callbacks are far smaller. */
const MAX_BYTES = 65_536;
/** The service tries for three days. */
const SEEN_MS = 4 * 86_400_000;
const MAX_SEEN = 10_000;
/** Longer than the service waits for an answer, and shorter than most of its delays before the next attempt. */
const LEASE_SECONDS = 60;

export interface MemoryOptions {
  /** How many handled events are remembered at most; 10,000 by default. The oldest are forgotten first. */
  readonly maxEvents?: number | undefined;
  /** How long a handled event is remembered; four days by default, since the service tries for three. */
  readonly ttlMs?: number | undefined;
  /** In epoch milliseconds; `Date.now` by default. */
  readonly nowMs?: (() => number) | undefined;
}

/** Remembers events in memory, until this process ends. */
export function rememberInMemory({
  maxEvents = MAX_SEEN,
  ttlMs = SEEN_MS,
  nowMs = Date.now,
}: MemoryOptions = {}): SeenEvents {
  /** When leases end. They are kept apart, so that a lease is not forgotten however many other events come. */
  const busy = new Map<string, number>();
  /** In order of arrival, and so in the order in which they end. */
  const done = new Map<string, number>();
  const dropOld = () => {
    for (const [eventId, leaseUntilMs] of busy) if (leaseUntilMs <= nowMs()) busy.delete(eventId);
    for (const [eventId, untilMs] of done) {
      if (done.size <= maxEvents && untilMs > nowMs()) return;
      done.delete(eventId);
    }
  };
  return {
    begin(eventId, leaseUntilMs) {
      dropOld();
      if (done.has(eventId)) return 'done';
      if (busy.has(eventId)) return 'busy';
      busy.set(eventId, leaseUntilMs);
      return 'new';
    },
    finish(eventId) {
      busy.delete(eventId);
      done.delete(eventId);
      done.set(eventId, nowMs() + ttlMs);
      dropOld();
    },
    forget(eventId, leaseUntilMs) {
      if (busy.get(eventId) === leaseUntilMs) busy.delete(eventId);
    },
  };
}

/**
 * Creates a receiver of callbacks that verifies each. An event that arrives again during its lease is answered with
 * 503, so that the service sends it later. One that `seen` remembers as done is not handled again.
 * @throws TypeError when `leaseSeconds` is not positive, or the secret is empty.
 */
export function createCallbackReceiver(options: CallbackReceiverOptions): CallbackReceiver {
  const { secret, handle, toleranceSeconds, leaseSeconds = LEASE_SECONDS, nowMs = Date.now } = options;
  if (!(leaseSeconds > 0)) throw new TypeError('leaseSeconds must be greater than 0.');
  expectSecret(secret);
  if (typeof handle !== 'function') throw new TypeError('handle must be a function that books a callback.');
  const seen = options.seen ?? rememberInMemory({ nowMs });

  async function receive(headers: CallbackHeaders, body: string | Uint8Array): Promise<CallbackOutcome> {
    let callback: Callback;
    try {
      callback = await verifyCallback(headers, body, secret, { toleranceSeconds, nowMs: nowMs() });
    } catch (error) {
      // A parsed body is a mistake in this program. With a status of 400, only the service's log would show it.
      if (!(error instanceof CallbackError) || error.reason === 'parsed_body') throw error;
      return { status: 400, message: error.message };
    }
    const { eventId } = callback;
    const leaseUntilMs = nowMs() + leaseSeconds * 1000;
    const known = await seen.begin(eventId, leaseUntilMs);
    if (known === 'done') return { status: 204 };
    if (known === 'busy') return { status: 503, message: 'The same event is being handled now.' };
    try {
      await handle(callback);
    } catch (error) {
      await forget(eventId, leaseUntilMs, error);
      throw error;
    }
    await seen.finish(eventId);
    return { status: 204 };
  }

  /** An error of the handler says more than one of `seen`, which becomes its cause. The lease ends by itself. */
  async function forget(eventId: string, leaseUntilMs: number, error: unknown): Promise<void> {
    try {
      await seen.forget(eventId, leaseUntilMs);
    } catch (cause) {
      if (error instanceof Error && error.cause === undefined && Object.isExtensible(error))
        error.cause = cause;
    }
  }

  return {
    receive,
    async respond(request) {
      const body = await readBody(request);
      const { status, message = null } = body
        ? await receive(request.headers, body)
        : { status: 413, message: `The body is larger than ${MAX_BYTES} bytes.` };
      return new Response(message, { status });
    },
  };
}

/** @returns undefined when the body is larger than a callback can be. */
async function readBody(request: Request): Promise<Uint8Array | undefined> {
  const reader = request.body?.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const chunk = await reader?.read();
    if (!chunk?.value) break;
    size += chunk.value.length;
    if (size > MAX_BYTES) {
      await reader?.cancel();
      return undefined;
    }
    chunks.push(chunk.value);
  }
  return concat(chunks);
}
