import { Worker, type WorkerOptions } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import { ServiceError } from '../../../src/kernel/errors.ts';
import { identify } from './connections.ts';
import { type Call, type Reply, type Request, type ThreadOptions, toError } from './protocol.ts';
import { waitedForCoreMs } from './system-thread.ts';
import { limitThread } from './thread-limit.ts';

const HEAP_LIMIT_MB = 128;
/** Rows are short-lived: V8's default young generation keeps several times as much garbage. */
const YOUNG_HEAP_MB = 6;
/** The additional time that the start of a thread may take on a very busy machine. */
const START_LIMIT_MS = 60_000;
/** Terminated threads that still run, in a statement that cannot be interrupted. With more of them none is started. */
const MAX_ENDING = 3;

/** A running thread, as far as its host uses it. */
export interface Thread {
  postMessage(call: Call): void;
  on(event: 'message', listener: (reply: Reply) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'exit', listener: (code: number) => void): unknown;
  once(event: 'exit', listener: (code: number) => void): unknown;
  terminate(): Promise<unknown>;
}

/** Starts a thread with its entry file. */
export type StartThread = (file: URL, options: WorkerOptions) => Thread;

const startWorker: StartThread = (file, options) => new Worker(file, options);

export interface ThreadHostOptions {
  /** The thread in messages: `writing thread`. */
  readonly name: string;
  /** The entry file of the thread. */
  readonly file: () => Promise<URL>;
  readonly workerData: ThreadOptions;
  /** Starts a thread; a new worker by default. */
  readonly startThread?: StartThread | undefined;
  /** Time without any reply after which the thread is terminated, not counting time it waited for a core. */
  readonly timeoutMs: number;
  /** The most calls that wait for their replies; one more fails at once. No limit by default. */
  readonly maxWaiting?: number;
}

/**
 * Sends calls to a thread: one message for each call, and one for its outcome. When the thread dies or hangs, its
 * calls fail as an unavailable database, and the next call starts another thread.
 */
export class ThreadHost {
  readonly #options: ThreadHostOptions;
  /** Terminated threads that may not have ended yet. */
  readonly #ending = new Set<Promise<unknown>>();
  #thread: Promise<HostedThread> | undefined;
  #isClosed = false;
  #pendingCount = 0;
  /** The file at the start of the process. */
  readonly #file: string | undefined;

  constructor(options: ThreadHostOptions) {
    this.#options = options;
    this.#file = identify(options.workerData.path);
  }

  /** Resolves with the output of the call. */
  async call(request: Request): Promise<unknown> {
    this.#pendingCount += 1;
    try {
      const thread = await this.#runningThread();
      return await thread.send(request);
    } finally {
      this.#pendingCount -= 1;
    }
  }

  /** The calls without a reply. */
  get pendingCount(): number {
    return this.#pendingCount;
  }

  /** Closes after the calls that were sent before. The thread does nothing more once this resolves. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const thread = await this.#thread?.catch(() => undefined);
    await thread?.close();
    await Promise.all(this.#ending);
  }

  /** Returns the running thread, or starts one. */
  #runningThread(): Promise<HostedThread> {
    if (this.#isClosed) return Promise.reject(new Error('the database is closed'));
    this.#thread ??= this.#startThread().catch((error: unknown) => {
      this.#thread = undefined;
      throw error;
    });
    return this.#thread;
  }

  async #startThread(): Promise<HostedThread> {
    const { name, file, workerData, startThread = startWorker } = this.#options;
    const onEnd = (ended: Promise<unknown>) => {
      this.#thread = undefined;
      this.#ending.add(ended);
      void ended.then(() => this.#ending.delete(ended));
    };
    try {
      if (this.#ending.size >= MAX_ENDING) throw new Error('too many terminated ones still run');
      const worker = startThread(await file(), {
        workerData: { ...workerData, file: this.#file },
        resourceLimits: { maxOldGenerationSizeMb: HEAP_LIMIT_MB, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
      });
      return new HostedThread(worker, { ...this.#options, onEnd });
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      // The machine may be out of threads.
      throw new Sqlite.SqliteError(`no ${name}: ${error}`, 'SQLITE_CANTOPEN');
    }
  }
}

interface HostedThreadOptions extends Pick<ThreadHostOptions, 'name' | 'timeoutMs' | 'maxWaiting'> {
  /** Called once, when nothing more can be sent. `ended` resolves when the thread has ended. */
  onEnd(ended: Promise<unknown>): void;
}

/** A call without a reply. */
interface WaitingCall {
  resolve(output: unknown): void;
  reject(error: Error): void;
  /** True for a migration: another process may be migrating, for an unknown time. */
  readonly isUnlimited: boolean;
}

/** One thread, from its start to its end. */
class HostedThread {
  readonly #worker: Thread;
  readonly #options: HostedThreadOptions;
  readonly #waiting = new Map<number, WaitingCall>();
  #lastId = 0;
  #hasStarted = false;
  #systemId: number | undefined;
  #endLimit = () => {};
  #end: Error | undefined;

  constructor(worker: Thread, options: HostedThreadOptions) {
    this.#worker = worker;
    this.#options = options;
    worker.on('message', (reply: Reply) => this.#receive(reply));
    worker.on('error', (error) => this.#terminate(error.message));
    worker.on('exit', () => this.#terminate(`the ${options.name} has ended`));
  }

  send(request: Request): Promise<unknown> {
    if (this.#end) return Promise.reject(this.#end);
    const { name, maxWaiting = Number.POSITIVE_INFINITY } = this.#options;
    if (this.#waiting.size >= maxWaiting)
      return Promise.reject(new Sqlite.SqliteError(`too many calls wait for the ${name}`, 'SQLITE_BUSY'));
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#worker.postMessage({ ...request, id } satisfies Call);
      this.#waiting.set(id, { resolve, reject, isUnlimited: request.kind === 'migrate' });
      if (this.#waiting.size === 1) this.#restartLimit();
    });
  }

  async close(): Promise<void> {
    if (this.#end) return;
    const exit = new Promise((resolve) => this.#worker.once('exit', resolve));
    const call: Call = { kind: 'close' };
    this.#worker.postMessage(call);
    await exit;
  }

  #receive(reply: Reply): void {
    // The first message says that the thread has started, and which of the system's threads it is.
    if (!this.#hasStarted && 'output' in reply) this.#systemId = reply.output as number | undefined;
    this.#hasStarted = true;
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    this.#restartLimit();
    if (!waiting) return;
    if ('output' in reply) waiting.resolve(reply.output);
    else waiting.reject(toError(reply.failure));
  }

  /** Restarts the time limit: any reply shows that the thread is alive, however many calls wait. */
  #restartLimit(): void {
    this.#endLimit();
    const isUnlimited = [...this.#waiting.values()].some((waiting) => waiting.isUnlimited);
    if (this.#waiting.size === 0 || isUnlimited) return;
    const { name, timeoutMs } = this.#options;
    this.#endLimit = limitThread({
      limitMs: this.#hasStarted ? timeoutMs : timeoutMs + START_LIMIT_MS,
      waitedMs: () => (this.#systemId === undefined ? undefined : waitedForCoreMs(this.#systemId)),
      onEnd: () => this.#terminate(`the ${name} did not reply in time`),
    });
  }

  /**
   * Fails all calls with an error that means an unavailable database. Some of the commands may nevertheless have been
   * committed.
   */
  #terminate(reason: string): void {
    if (this.#end) return;
    this.#end = new Sqlite.SqliteError(reason, 'SQLITE_IOERR');
    this.#endLimit();
    for (const { reject } of this.#waiting.values()) reject(this.#end);
    this.#waiting.clear();
    this.#options.onEnd(this.#worker.terminate());
  }
}
