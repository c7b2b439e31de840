import { Connection } from './connection.ts';
import { cpuTimeMs, machineTimeMs } from './proc.ts';

export interface GeneratorOptions {
  readonly port: number;
  readonly connections: number;
  /** The process whose CPU time is counted. */
  readonly serverPid: number;
  /** The next request to send. */
  readonly nextRequest: () => Buffer;
}

/** What happened while requests were being sent. */
export interface Phase {
  /** One for each answer that came in time. */
  readonly latenciesMs: readonly number[];
  readonly seconds: number;
  readonly serverCpuMs: number;
  readonly generatorCpuMs: number;
  /** Of every process of the machine, these two included. */
  readonly machineCpuMs: number;
}

const DRAIN_TIMEOUT_MS = 15_000;

/**
 * Keeps one request under way on each of its connections.
 *
 * It speaks HTTP over plain sockets because a generator must cost less than what it measures. Against the bare
 * server, which needs 16 µs of CPU for a request, this one needs 8 µs; autocannon 8 with bodies signed ahead
 * (`setupRequest`) needs 23 µs, since it parses answers in JavaScript: its own core was full before the server's
 * was. It also reconnects by itself and sends again, which would leave the number of acknowledgements uncertain.
 */
export class LoadGenerator {
  /** Every 200 so far. */
  acknowledged = 0;
  /** The length of the last answer's body. */
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

  /**
   * Sends for so many seconds, then waits for what is still under way: that is acknowledged, but not in the phase.
   * @throws on the first answer that is not a 200.
   */
  run(seconds: number): Promise<Phase> {
    return new Promise((resolve, reject) => {
      this.#failed = reject;
      this.#latenciesMs = [];
      this.#sending = true;
      const before = this.#usage();
      for (const connection of this.#connections) this.#send(connection);
      setTimeout(() => {
        const after = this.#usage();
        this.#sending = false;
        const phase = {
          latenciesMs: this.#latenciesMs.slice(),
          seconds: (after.nowMs - before.nowMs) / 1000,
          serverCpuMs: after.serverCpuMs - before.serverCpuMs,
          generatorCpuMs: after.generatorCpuMs - before.generatorCpuMs,
          machineCpuMs: after.machineCpuMs - before.machineCpuMs,
        };
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
    connection.send(this.#options.nextRequest());
  }

  #onAnswer(connection: Connection, bodyBytes: number): void {
    this.#latenciesMs.push(performance.now() - connection.sentAtMs);
    this.#underWay -= 1;
    this.acknowledged += 1;
    this.answerBytes = bodyBytes;
    if (this.#sending) this.#send(connection);
    else if (this.#underWay === 0) this.#drained();
  }

  #usage() {
    const { user, system } = process.cpuUsage();
    return {
      nowMs: performance.now(),
      serverCpuMs: cpuTimeMs(this.#options.serverPid),
      generatorCpuMs: (user + system) / 1000,
      machineCpuMs: machineTimeMs(),
    };
  }
}
