import { Connection } from './connection.ts';
import { beginPhase, DRAIN_TIMEOUT_MS, type Generator, type Phase } from './phase.ts';

export interface GeneratorOptions {
  readonly port: number;
  readonly connections: number;
  /** The process whose CPU time is counted. */
  readonly serverPid: number;
  /** The next request to send. */
  readonly nextRequest: () => Buffer;
}

/**
 * Keeps one request under way on each of its connections.
 *
 * It speaks HTTP over plain sockets because a generator must cost less than what it measures. Against the bare
 * server, which needs 16 µs of CPU for a request, this one needs 8 µs; autocannon 8 with bodies signed ahead
 * (`setupRequest`) needs 23 µs, since it parses answers in JavaScript: its own core was full before the server's
 * was. It also reconnects by itself and sends again, which would leave the number of acknowledgements uncertain.
 */
export class LoadGenerator implements Generator {
  acknowledged = 0;
  answerBytes = 0;
  readonly #options: GeneratorOptions;
  readonly #connections: Connection[];
  #latenciesMs: number[] = [];
  #underWay = 0;
  #sending = false;
  #drained = () => {};
  #failed: (error: Error) => void = () => {};

  constructor(options: GeneratorOptions) {
    this.#options = options;
    const handlers = {
      onAnswer: (connection: Connection, bodyBytes: number) => this.#onAnswer(connection, bodyBytes),
      onFailure: (error: Error) => this.#failed(error),
    };
    const { port, connections } = options;
    this.#connections = Array.from({ length: connections }, () => new Connection(port, handlers));
  }

  /** What is under way at the end is acknowledged, but not in the phase. */
  run(seconds: number): Promise<Phase> {
    return new Promise((resolve, reject) => {
      this.#failed = reject;
      this.#latenciesMs = [];
      this.#sending = true;
      const endPhase = beginPhase(this.#options.serverPid);
      for (const connection of this.#connections) this.#send(connection);
      setTimeout(() => {
        const phase = endPhase(this.#latenciesMs.slice());
        this.#sending = false;
        this.#drained = () => resolve(phase);
        setTimeout(() => reject(new Error('some requests were never answered')), DRAIN_TIMEOUT_MS).unref();
      }, seconds * 1000);
    });
  }

  close(): void {
    for (const connection of this.#connections) connection.close();
  }

  #send(connection: Connection): void {
    this.#underWay += 1;
    const request = this.#options.nextRequest();
    connection.send(request, performance.now());
  }

  #onAnswer(connection: Connection, bodyBytes: number): void {
    this.#latenciesMs.push(performance.now() - connection.countsFromMs);
    this.#underWay -= 1;
    this.acknowledged += 1;
    this.answerBytes = bodyBytes;
    if (this.#sending) this.#send(connection);
    else if (this.#underWay === 0) this.#drained();
  }
}
