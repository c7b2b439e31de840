import { Connection } from './connection.ts';
import type { GeneratorOptions } from './generator.ts';
import { beginPhase, DRAIN_TIMEOUT_MS, type Generator, type Phase } from './phase.ts';

export interface OpenLoopOptions extends GeneratorOptions {
  /** Requests that are due in a second, whether or not earlier ones are answered. */
  readonly arrivalsPerSecond: number;
}

const TICK_MS = 1;

/**
 * Sends requests as clients do that know nothing of each other: each is due at its own moment of a fixed rate, and
 * its latency counts from then, also while it waits for a free connection. A server that stalls is charged for
 * all that was due meanwhile (no coordinated omission).
 *
 * Node's timers tick in whole milliseconds, and what is up to one late for them counts as the server's: spinning
 * would be exact, but would take the core that the server's second thread runs on.
 */
export class OpenLoop implements Generator {
  acknowledged = 0;
  answerBytes = 0;
  readonly #options: OpenLoopOptions;
  readonly #connections: readonly Connection[];
  /** The one that has rested longest comes first, so that none is closed for being idle. */
  readonly #idle: Connection[];
  #latenciesMs: number[] = [];
  #startedAtMs = 0;
  #sent = 0;
  #total = 0;
  #done: () => void = () => {};
  #failed: (error: Error) => void = () => {};

  constructor(options: OpenLoopOptions) {
    this.#options = options;
    const handlers = {
      onAnswer: (connection: Connection, bodyBytes: number) => this.#onAnswer(connection, bodyBytes),
      onFailure: (error: Error) => this.#failed(error),
    };
    const { port, connections } = options;
    this.#connections = Array.from({ length: connections }, () => new Connection(port, handlers));
    this.#idle = [...this.#connections];
  }

  /** Every request of the phase counts, the last answers too: it ends when they are all there. */
  run(seconds: number): Promise<Phase> {
    return new Promise<Phase>((resolve, reject) => {
      this.#latenciesMs = [];
      this.#sent = 0;
      this.#total = Math.ceil(this.#options.arrivalsPerSecond * seconds);
      const endPhase = beginPhase(this.#options.serverPid);
      this.#startedAtMs = performance.now();
      const ticks = setInterval(() => this.#sendDue(), TICK_MS);
      const deadline = setTimeout(
        () => this.#failed(new Error('some requests were never answered')),
        seconds * 1000 + DRAIN_TIMEOUT_MS,
      );
      const stop = () => {
        clearInterval(ticks);
        clearTimeout(deadline);
      };
      this.#done = () => {
        stop();
        resolve(endPhase(this.#latenciesMs));
      };
      this.#failed = (error) => {
        stop();
        reject(error);
      };
    });
  }

  close(): void {
    for (const connection of this.#connections) connection.close();
  }

  #sendDue(): void {
    const nowMs = performance.now();
    while (this.#sent < this.#total) {
      const dueAtMs = this.#startedAtMs + (this.#sent * 1000) / this.#options.arrivalsPerSecond;
      if (dueAtMs > nowMs) return;
      const connection = this.#idle.shift();
      if (!connection) return;
      this.#sent += 1;
      connection.send(this.#options.nextRequest(), dueAtMs);
    }
  }

  #onAnswer(connection: Connection, bodyBytes: number): void {
    this.#latenciesMs.push(performance.now() - connection.countsFromMs);
    this.acknowledged += 1;
    this.answerBytes = bodyBytes;
    this.#idle.push(connection);
    if (this.#latenciesMs.length === this.#total) this.#done();
    else this.#sendDue();
  }
}
