import type { Claim, ClaimedCallback } from '../callbacks/outbox.ts';
import { CircuitBreaker } from './circuit-breaker.ts';

/** The most callbacks of one client in flight at once. */
const IN_FLIGHT = 32;
/** The limit while many callbacks of others are in flight, so that a few receivers that hang cannot take all of it. */
const IN_FLIGHT_WHILE_CROWDED = 4;
/** The limit of trials while the circuit is half-open. */
const IN_FLIGHT_TRIALS = 2;
/** The number of callbacks claimed in advance, so that a fast receiver never waits for the database. */
const BACKLOG = 256;

/** The claimed callbacks of one client, with the circuit breaker of its receiver. */
export class EndpointQueue {
  readonly breaker: CircuitBreaker;
  readonly #backlog: ClaimedCallback[] = [];
  #inFlight = 0;

  constructor(nowMs: number) {
    this.breaker = new CircuitBreaker(nowMs);
  }

  /** The number of callbacks that may be claimed now; 0 while enough are claimed or the circuit is open. */
  capacity(nowMs: number): number {
    switch (this.breaker.state(nowMs)) {
      case 'open':
        return 0;
      case 'half-open':
        return Math.max(0, IN_FLIGHT_TRIALS - this.#inFlight - this.#backlog.length);
      case 'closed':
        return this.#backlog.length <= BACKLOG / 2 ? BACKLOG - this.#backlog.length : 0;
    }
  }

  get backlogSize(): number {
    return this.#backlog.length;
  }

  enqueue(callback: ClaimedCallback): void {
    this.#backlog.push(callback);
  }

  /** The next callback to send; undefined when there is none, or enough are in flight. */
  dequeue(isCrowded: boolean): ClaimedCallback | undefined {
    const limit = isCrowded ? IN_FLIGHT_WHILE_CROWDED : IN_FLIGHT;
    if (this.#inFlight >= (this.breaker.isClosed ? limit : IN_FLIGHT_TRIALS)) return undefined;
    const next = this.#backlog.shift();
    if (next) this.#inFlight += 1;
    return next;
  }

  /** Ends the flight of a dequeued callback. `succeeded` is undefined when its receiver was not called. */
  finish(succeeded: boolean | undefined, nowMs: number): void {
    this.#inFlight -= 1;
    if (succeeded !== undefined) this.breaker.record(succeeded, nowMs);
  }

  /** Removes and returns all that is not in flight. */
  clear(): ClaimedCallback[] {
    return this.#backlog.splice(0);
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
