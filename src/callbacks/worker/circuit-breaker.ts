/** This many failures in a row open the circuit. */
const FAILURES_TO_OPEN = 5;
/** The time that the circuit stays open before the next trials. */
const OPEN_MS = 500;
/** Failures spanning less than this count as rejections of single callbacks, not as an outage. */
const SHORTEST_OUTAGE_MS = 60_000;

/** `closed`: callbacks are sent. `open`: none is sent. `half-open`: a few are sent, as trials. */
export type CircuitState = 'closed' | 'open' | 'half-open';

/** The circuit breaker of one receiver. */
export class CircuitBreaker {
  #consecutiveFailures = 0;
  #failingSinceMs = 0;
  #openUntilMs = 0;
  #retryNowBeforeMs: number | undefined;
  /** Set until the first success, because an outage may have begun before this process did. */
  #unknownSinceMs: number | undefined;

  constructor(nowMs: number) {
    this.#unknownSinceMs = nowMs;
  }

  state(nowMs: number): CircuitState {
    if (this.isClosed) return 'closed';
    return nowMs < this.#openUntilMs ? 'open' : 'half-open';
  }

  get isClosed(): boolean {
    return this.#consecutiveFailures < FAILURES_TO_OPEN;
  }

  /**
   * Set after an outage: callbacks waiting for another attempt since before this timestamp should be retried now,
   * because their receiver is back.
   */
  get retryNowBeforeMs(): number | undefined {
    return this.#retryNowBeforeMs;
  }

  /** Every callback that should be retried now is due. */
  endRetryNow(): void {
    this.#retryNowBeforeMs = undefined;
  }

  /** Records one attempt. */
  record(succeeded: boolean, nowMs: number): void {
    if (succeeded) this.#succeed(nowMs);
    else this.#fail(nowMs);
  }

  #succeed(nowMs: number): void {
    const wasOutage = !this.isClosed && nowMs - this.#failingSinceMs >= SHORTEST_OUTAGE_MS;
    // A second outage can begin before every callback of the first one was retried: the later time covers both.
    if (wasOutage) this.#retryNowBeforeMs = nowMs;
    else this.#retryNowBeforeMs ??= this.#unknownSinceMs;
    this.#unknownSinceMs = undefined;
    this.#consecutiveFailures = 0;
  }

  #fail(nowMs: number): void {
    if (this.#consecutiveFailures === 0) this.#failingSinceMs = nowMs;
    this.#consecutiveFailures += 1;
    this.#openUntilMs = nowMs + OPEN_MS;
  }
}
