import type { ClaimedCallback } from '../callbacks/outbox.ts';

/** How many callbacks of one client are under way at once. */
const IN_FLIGHT = 32;
/** The same while many others' are under way too: a few that hang together must not take it all. */
const IN_FLIGHT_WHILE_CROWDED = 4;
/** A receiver that fails is asked by few at a time: the others of this process go on undisturbed. */
const IN_FLIGHT_WHILE_FAILING = 2;
/** How many more are claimed, so that a receiver that is fast is never waited for. */
const BACKLOG = 256;
/** How long a receiver that is down is left alone between two attempts. */
const PAUSE_WHILE_DOWN_MS = 500;
/** So many failures in a row mean that a receiver is down, and not that it minds one callback. */
const FAILURES_UNTIL_DOWN = 5;
/** Who answers again after less than this was not away: it minds some callbacks, which keep to their schedule. */
const SHORTEST_OUTAGE_MS = 60_000;

/** What is under way to one client's receiver, and how it has answered of late. */
export class Lane {
  readonly #backlog: ClaimedCallback[] = [];
  #inFlight = 0;
  #failuresInARow = 0;
  #failingSinceMs = 0;
  #recoveredAtMs: number | undefined;
  #pausedUntilMs = 0;
  /** Until it first answers, nobody knows whether a receiver was down when this process began. */
  #unknownSinceMs: number | undefined;

  constructor(nowMs: number) {
    this.#unknownSinceMs = nowMs;
  }

  get isDown(): boolean {
    return this.#failuresInARow >= FAILURES_UNTIL_DOWN;
  }

  /** What has waited since before this moment is to be made due: its receiver, which was down, is there again. */
  get recoveredAtMs(): number | undefined {
    return this.#recoveredAtMs;
  }

  /** How many callbacks may be claimed now; none as long as it has enough to do, or is left alone. */
  room(nowMs: number): number {
    if (nowMs < this.#pausedUntilMs) return 0;
    if (this.isDown) return Math.max(0, IN_FLIGHT_WHILE_FAILING - this.#inFlight - this.#backlog.length);
    return this.#backlog.length <= BACKLOG / 2 ? BACKLOG - this.#backlog.length : 0;
  }

  add(callback: ClaimedCallback): void {
    this.#backlog.push(callback);
  }

  get backlogSize(): number {
    return this.#backlog.length;
  }

  /** The next callback to send; undefined when there is none, or enough are under way. */
  take(isCrowded: boolean): ClaimedCallback | undefined {
    const usual = isCrowded ? IN_FLIGHT_WHILE_CROWDED : IN_FLIGHT;
    if (this.#inFlight >= (this.isDown ? IN_FLIGHT_WHILE_FAILING : usual)) return undefined;
    const next = this.#backlog.shift();
    if (next) this.#inFlight += 1;
    return next;
  }

  /** Takes all that was not begun. */
  clear(): ClaimedCallback[] {
    return this.#backlog.splice(0);
  }

  /** What was taken is done. `isAnswered` says whether the receiver did as it should; undefined if it was not asked. */
  finish(isAnswered: boolean | undefined, nowMs: number): void {
    this.#inFlight -= 1;
    if (isAnswered === undefined) return;
    const wasAway = this.isDown && nowMs - this.#failingSinceMs >= SHORTEST_OUTAGE_MS;
    if (isAnswered) {
      this.#recoveredAtMs ??= wasAway ? nowMs : this.#unknownSinceMs;
      this.#unknownSinceMs = undefined;
    }
    if (this.#failuresInARow === 0) this.#failingSinceMs = nowMs;
    this.#failuresInARow = isAnswered ? 0 : this.#failuresInARow + 1;
    this.#pausedUntilMs = this.isDown ? nowMs + PAUSE_WHILE_DOWN_MS : 0;
  }

  /** All that had failed before it came back is due again. */
  endRecovery(): void {
    this.#recoveredAtMs = undefined;
  }
}
