import { Connection } from './connection.ts';
import { readCpuUsage } from './machine.ts';

interface GeneratorOptions {
  readonly port: number;
  readonly connections: number;
  /** The process whose CPU time is counted. */
  readonly serverPid: number;
  /** Returns the next request to send. */
  readonly nextRequest: () => Buffer;
}

interface OpenLoopOptions extends GeneratorOptions {
  /** Requests that are due in one second, regardless of earlier responses. */
  readonly arrivalsPerSecond: number;
}

/** Measurements of one period of sending. */
interface Phase {
  /** One latency for each response that counts. */
  readonly latenciesMs: readonly number[];
  readonly seconds: number;
  readonly serverCpuMs: number;
  /** The CPU time of the server's main thread, and of its busiest other thread, which writes to the database. */
  readonly mainCpuMs: number;
  readonly nextCpuMs: number;
  /** The bytes that the server has written to disks; NaN if that is not known. */
  readonly writtenBytes: number;
  readonly generatorCpuMs: number;
  /** CPU time of all processes of the machine, including the server and the generator. */
  readonly machineCpuMs: number;
}

/** Longest wait for outstanding responses after the end of a phase. */
const DRAIN_TIMEOUT_MS = 15_000;
const TICK_MS = 1;
const DRAIN_FAILURE = 'some requests got no response';

/**
 * A load generator, which runs one phase after another over the same connections.
 *
 * It writes HTTP to plain sockets because a generator must cost less than what it measures. Against the bare server,
 * which needs 16 µs of CPU for a request, this one needs 8 µs. autocannon 8 with bodies signed in advance
 * (`setupRequest`) needs 23 µs, because it parses responses in JavaScript: its own core was full before the server's
 * was. It also reconnects and resends by itself, so the number of acknowledgements would be uncertain.
 */
abstract class Generator<Options extends GeneratorOptions> {
  /** Number of 200 responses so far. */
  acknowledged = 0;
  /** Body length of the last response. */
  responseBytes = 0;
  protected readonly options: Options;
  protected readonly connections: readonly Connection[];
  protected latenciesMs: number[] = [];
  protected fail: (error: Error) => void = () => {};

  constructor(options: Options) {
    this.options = options;
    const handlers = {
      onResponse: (connection: Connection, bodyBytes: number) => {
        this.latenciesMs.push(performance.now() - connection.countsFromMs);
        this.acknowledged += 1;
        this.responseBytes = bodyBytes;
        this.onResponse(connection);
      },
      onFailure: (error: Error) => this.fail(error),
    };
    const { port, connections } = options;
    this.connections = Array.from({ length: connections }, () => new Connection(port, handlers));
  }

  /**
   * Sends for this many seconds, then waits for outstanding responses.
   * @throws on the first response that is not a 200.
   */
  abstract run(seconds: number): Promise<Phase>;

  /** Called after a response was counted; its connection is free. */
  protected abstract onResponse(connection: Connection): void;

  close(): void {
    for (const connection of this.connections) connection.close();
  }
}

/** Keeps one request in flight on each connection. Responses after the end of a phase are not part of the phase. */
export class ClosedLoop extends Generator<GeneratorOptions> {
  #inFlight = 0;
  #isSending = false;
  #onDrained = () => {};

  run(seconds: number): Promise<Phase> {
    return new Promise((resolve, reject) => {
      this.fail = reject;
      this.latenciesMs = [];
      this.#isSending = true;
      const endPhase = beginPhase(this.options.serverPid);
      for (const connection of this.connections) this.#send(connection);
      setTimeout(() => {
        const phase = endPhase(this.latenciesMs.slice());
        this.#isSending = false;
        this.#onDrained = () => resolve(phase);
        setTimeout(() => reject(new Error(DRAIN_FAILURE)), DRAIN_TIMEOUT_MS).unref();
      }, seconds * 1000);
    });
  }

  protected onResponse(connection: Connection): void {
    this.#inFlight -= 1;
    if (this.#isSending) this.#send(connection);
    else if (this.#inFlight === 0) this.#onDrained();
  }

  #send(connection: Connection): void {
    this.#inFlight += 1;
    const request = this.options.nextRequest();
    connection.send(request, performance.now());
  }
}

/**
 * Sends requests like independent clients: each is due at its own time of a fixed rate, and its latency counts from
 * then, including the wait for a free connection. A server that stalls is charged for all requests that were due
 * meanwhile (no coordinated omission). A phase ends when all its responses have arrived.
 *
 * Node's timers tick in whole milliseconds, and a delay of up to one counts as the server's. Spinning would be exact,
 * but would take the core that the server's second thread runs on.
 */
export class OpenLoop extends Generator<OpenLoopOptions> {
  /** The connection that has been idle longest comes first, so that none is closed for being idle. */
  readonly #idle: Connection[];
  #startedAtMs = 0;
  #sent = 0;
  #total = 0;
  #onDone = () => {};

  constructor(options: OpenLoopOptions) {
    super(options);
    this.#idle = [...this.connections];
  }

  async run(seconds: number): Promise<Phase> {
    this.latenciesMs = [];
    this.#sent = 0;
    this.#total = Math.ceil(this.options.arrivalsPerSecond * seconds);
    const endPhase = beginPhase(this.options.serverPid);
    this.#startedAtMs = performance.now();
    const ticks = setInterval(() => this.#sendDue(), TICK_MS);
    const timeoutMs = seconds * 1000 + DRAIN_TIMEOUT_MS;
    const deadline = setTimeout(() => this.fail(new Error(DRAIN_FAILURE)), timeoutMs);
    try {
      await new Promise<void>((resolve, reject) => {
        this.#onDone = resolve;
        this.fail = reject;
      });
      return endPhase(this.latenciesMs);
    } finally {
      clearInterval(ticks);
      clearTimeout(deadline);
    }
  }

  protected onResponse(connection: Connection): void {
    this.#idle.push(connection);
    if (this.latenciesMs.length === this.#total) this.#onDone();
    else this.#sendDue();
  }

  #sendDue(): void {
    const nowMs = performance.now();
    while (this.#sent < this.#total) {
      const dueAtMs = this.#startedAtMs + (this.#sent * 1000) / this.options.arrivalsPerSecond;
      if (dueAtMs > nowMs) return;
      const connection = this.#idle.shift();
      if (!connection) return;
      this.#sent += 1;
      connection.send(this.options.nextRequest(), dueAtMs);
    }
  }
}

/** Begins a phase. @returns a function that ends it: it adds the time and the CPU used since to the latencies. */
function beginPhase(serverPid: number): (latenciesMs: readonly number[]) => Phase {
  const before = readCpuUsage(serverPid);
  return (latenciesMs) => {
    const after = readCpuUsage(serverPid);
    return {
      latenciesMs,
      seconds: (after.nowMs - before.nowMs) / 1000,
      serverCpuMs: after.serverCpuMs - before.serverCpuMs,
      ...cpuOfThreads(serverPid, before.threadsMs, after.threadsMs),
      writtenBytes: after.writtenBytes - before.writtenBytes,
      generatorCpuMs: after.generatorCpuMs - before.generatorCpuMs,
      machineCpuMs: after.machineCpuMs - before.machineCpuMs,
    };
  };
}

type ThreadTimes = ReadonlyMap<number, number>;

function cpuOfThreads(pid: number, before: ThreadTimes, after: ThreadTimes) {
  const used = new Map([...after].map(([id, timeMs]) => [id, timeMs - (before.get(id) ?? 0)]));
  const mainCpuMs = used.get(pid) ?? Number.NaN;
  used.delete(pid);
  return { mainCpuMs, nextCpuMs: Math.max(0, ...used.values()) };
}

/** Returns the value below which this share of sorted values lies. */
export function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
