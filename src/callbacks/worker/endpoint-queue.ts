import type { Claim, ClaimedCallback } from '../outbox.ts';
import { CircuitBreaker } from './circuit-breaker.ts';

/** The most callbacks of one client in flight at once, if its receiver responds. */
const IN_FLIGHT = 32;
/** The limit while many callbacks of others are in flight. */
const IN_FLIGHT_WHILE_CROWDED = 4;
/** The limit of trials while the circuit is half-open. */
const IN_FLIGHT_TRIALS = 2;
/** The limit of a receiver that has not answered lately. It is the one slot that every client has. */
const IN_FLIGHT_UNANSWERED = 1;
/** A receiver that keeps an attempt waiting this long gets no further one until it answers. */
const SLOW_MS = 500;
/** The number of callbacks claimed in advance, so that a fast receiver never waits for the database. */
const BACKLOG = 256;
/** After this time the queue of a client with nothing to send is forgotten, with the state of its receiver. */
const FORGET_AFTER_MS = 300_000;

/** The room that the callbacks of other clients leave to a queue. */
export interface Allowance {
  readonly nowMs: number;
  /** True if a receiver that does not respond may use its one slot. */
  readonly forUnanswered: boolean;
  /** True if a receiver that responds may have more than one slot. */
  readonly forMore: boolean;
  /** True if it may have only a few. */
  readonly isCrowded: boolean;
}

/** The claimed callbacks of one client, with the circuit breaker of its receiver. */
export class EndpointQueue {
  readonly breaker = new CircuitBreaker();
  /** A time of the monotonic clock: callbacks that have waited since before it are retried now, because the receiver is back. */
  retryBeforeMs: number | undefined;
  readonly #backlog: ClaimedCallback[] = [];
  /** When the attempts in flight began, the oldest first. */
  readonly #inFlight: number[] = [];
  /** True if the last attempt that ended got a response, or failed at once. */
  #isAnswering = false;
  #hasTimedOut = false;
  #hasSucceeded = false;
  #usedAtMs: number;

  constructor(nowMs: number) {
    this.#usedAtMs = nowMs;
  }

  /** The number of callbacks that may be claimed now; 0 while enough are claimed or the circuit is open. */
  capacity(nowMs: number): number {
    const state = this.breaker.state(nowMs);
    if (state === 'open') return 0;
    const wanted = this.#isFast(nowMs) ? IN_FLIGHT_TRIALS : IN_FLIGHT_UNANSWERED;
    if (wanted === IN_FLIGHT_UNANSWERED || state === 'half-open')
      return Math.max(0, wanted - this.#inFlight.length - this.#backlog.length);
    return this.#backlog.length <= BACKLOG / 2 ? BACKLOG - this.#backlog.length : 0;
  }

  /** The end of its last attempt. */
  get usedAtMs(): number {
    return this.#usedAtMs;
  }

  get backlogSize(): number {
    return this.#backlog.length;
  }

  /** True if its receiver kept the last attempt waiting until the end. */
  get hasTimedOut(): boolean {
    return this.#hasTimedOut;
  }

  /** True if one of its attempts has succeeded. */
  get hasSucceeded(): boolean {
    return this.#hasSucceeded;
  }

  /** True while its receiver keeps an attempt waiting. */
  isSlow(nowMs: number): boolean {
    const [oldestAtMs] = this.#inFlight;
    return oldestAtMs !== undefined && nowMs - oldestAtMs >= SLOW_MS;
  }

  /**
   * The used slots: all of a receiver that does not answer (`unanswered`), or those beyond the first of one that does
   * (`further`).
   */
  slots(nowMs: number): { readonly unanswered: number; readonly further: number } {
    const used = this.#inFlight.length;
    return this.#isFast(nowMs)
      ? { unanswered: 0, further: Math.max(0, used - 1) }
      : { unanswered: used, further: 0 };
  }

  /** True if it has been empty for long. */
  isForgettable(nowMs: number): boolean {
    const isEmpty = this.#inFlight.length === 0 && this.#backlog.length === 0;
    return isEmpty && nowMs - this.#usedAtMs >= FORGET_AFTER_MS;
  }

  enqueue(callback: ClaimedCallback): void {
    this.#backlog.push(callback);
  }

  /** The next callback to send; undefined when there is none, or enough are in flight. */
  dequeue(room: Allowance): ClaimedCallback | undefined {
    if (!this.#canHaveAnother(room)) return undefined;
    const next = this.#backlog.shift();
    if (next) this.#inFlight.push(room.nowMs);
    return next;
  }

  /**
   * Ends the flight of a callback that was dequeued at a time.
   * @param result undefined when its receiver was not called.
   */
  finish(
    startedAtMs: number,
    result: { readonly hasSucceeded: boolean; readonly hasAnswered: boolean } | undefined,
    nowMs: number,
  ): void {
    this.#inFlight.splice(this.#inFlight.indexOf(startedAtMs), 1);
    this.#usedAtMs = nowMs;
    if (!result) return;
    this.#isAnswering = result.hasAnswered || nowMs - startedAtMs < SLOW_MS;
    this.#hasTimedOut = !this.#isAnswering;
    this.#hasSucceeded ||= result.hasSucceeded;
    this.breaker.record(result.hasSucceeded, nowMs);
  }

  /** Removes and returns all that is not in flight. */
  clear(): ClaimedCallback[] {
    return this.#backlog.splice(0);
  }

  #isFast(nowMs: number): boolean {
    return this.#isAnswering && !this.isSlow(nowMs);
  }

  #canHaveAnother({ nowMs, forUnanswered, forMore, isCrowded }: Allowance): boolean {
    const used = this.#inFlight.length;
    if (!this.#isFast(nowMs)) return used < IN_FLIGHT_UNANSWERED && forUnanswered;
    if (!this.breaker.isClosed) return used < IN_FLIGHT_TRIALS;
    return used === 0 || (forMore && used < (isCrowded ? IN_FLIGHT_WHILE_CROWDED : IN_FLIGHT));
  }
}

/** One claim gets at most this part of the capacity, so that something is left for the next client. */
const LARGEST_PART = 1 / 8;

/** Divides the capacity left in memory among claims, as equally as they need it. */
export function shareCapacity(wanted: readonly Claim[], capacity: number): Claim[] {
  // Those with the smallest backlog come first: the capacity may not be enough for all.
  const inOrder = wanted.toSorted((one, other) => other.limit - one.limit);
  let left = capacity;
  return inOrder
    .map(({ clientId, limit }, index) => {
      const part = Math.min(LARGEST_PART, 1 / (inOrder.length - index));
      const share = Math.min(limit, Math.ceil(left * part));
      left -= share;
      return { clientId, limit: share };
    })
    .filter(({ limit }) => limit > 0);
}
