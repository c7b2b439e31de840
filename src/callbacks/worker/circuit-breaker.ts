/** This many failures in a row open the circuit. */
const FAILURES_TO_OPEN = 5;
/** The time that the circuit stays open before the next trials. */
const OPEN_MS = 500;

/** `closed`: callbacks are sent. `open`: none is sent. `half-open`: a few are sent, as trials. */
export type CircuitState = 'closed' | 'open' | 'half-open';

/** The circuit breaker of one receiver. */
export class CircuitBreaker {
  #consecutiveFailures = 0;
  #openUntilMs = 0;

  state(nowMs: number): CircuitState {
    if (this.isClosed) return 'closed';
    return nowMs < this.#openUntilMs ? 'open' : 'half-open';
  }

  get isClosed(): boolean {
    return this.#consecutiveFailures < FAILURES_TO_OPEN;
  }

  /** Records one attempt. */
  record(succeeded: boolean, nowMs: number): void {
    this.#consecutiveFailures = succeeded ? 0 : this.#consecutiveFailures + 1;
    if (!succeeded) this.#openUntilMs = nowMs + OPEN_MS;
  }
}
