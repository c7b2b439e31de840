import { Worker } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import type { CommandInput, CommandName, CommandOutput } from '../../commands/index.ts';
import { type Call, type Reply, type ThreadOptions, toError } from './protocol.ts';

const HEAP_LIMIT_MB = 128;
/** Rows are short-lived: V8's default young generation keeps several times as much garbage. */
const YOUNG_HEAP_MB = 6;

interface WriterOptions extends ThreadOptions {
  /** The entry file of the thread. */
  readonly thread: () => Promise<URL>;
  /** Time without any reply after which the thread is terminated. */
  readonly commandTimeoutMs: number;
}

/** A call without a reply. */
interface Waiting {
  resolve(output: unknown): void;
  reject(error: Error): void;
  /** True if the call has no time limit. */
  readonly isUnlimited: boolean;
}

/**
 * Sends commands to the writing thread: one message for each command, and one for its outcome. When a thread dies or
 * hangs, its commands fail, and the next command starts another thread.
 */
export class Writer {
  readonly #options: WriterOptions;
  /** Terminated threads that may not have ended yet. */
  readonly #ending = new Set<Promise<unknown>>();
  #thread: Promise<CommandThread> | undefined;
  #isClosed = false;

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /** Resolves once the command is committed. */
  async run<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandOutput<N>> {
    const thread = await this.#runningThread();
    return (await thread.send({ kind: 'command', name, input })) as CommandOutput<N>;
  }

  /** @returns the names of the migrations that ran. */
  async migrate(): Promise<string[]> {
    const thread = await this.#runningThread();
    return (await thread.send({ kind: 'migrate' })) as string[];
  }

  /** Closes after the commands that were sent before. Nothing is written once this resolves. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const thread = await this.#thread?.catch(() => undefined);
    await thread?.close();
    await Promise.all(this.#ending);
  }

  /** Returns the running thread, or starts one. */
  #runningThread(): Promise<CommandThread> {
    if (this.#isClosed) return Promise.reject(new Error('the database is closed'));
    this.#thread ??= this.#startThread();
    return this.#thread;
  }

  async #startThread(): Promise<CommandThread> {
    const { thread, path, lockTimeoutMs, commandTimeoutMs } = this.#options;
    const workerData: ThreadOptions = { path, lockTimeoutMs };
    const onEnd = (ended: Promise<unknown>) => {
      this.#thread = undefined;
      this.#ending.add(ended);
      void ended.then(() => this.#ending.delete(ended));
    };
    try {
      const worker = new Worker(await thread(), {
        workerData,
        resourceLimits: { maxOldGenerationSizeMb: HEAP_LIMIT_MB, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
      });
      return new CommandThread(worker, { commandTimeoutMs, onEnd });
    } catch (error) {
      this.#thread = undefined;
      // The machine may be out of threads.
      throw new Sqlite.SqliteError(`no writing thread: ${error}`, 'SQLITE_CANTOPEN');
    }
  }
}

type Request =
  | { readonly kind: 'command'; readonly name: CommandName; readonly input: unknown }
  | { readonly kind: 'migrate' };

interface CommandThreadOptions {
  readonly commandTimeoutMs: number;
  /** Called once, when nothing more can be sent. `ended` resolves when the thread has ended. */
  onEnd(ended: Promise<unknown>): void;
}

/** One thread, from its start to its end. */
class CommandThread {
  readonly #worker: Worker;
  readonly #options: CommandThreadOptions;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #end: Error | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(worker: Worker, options: CommandThreadOptions) {
    this.#worker = worker;
    this.#options = options;
    worker.on('message', (reply: Reply) => this.#receive(reply));
    worker.on('error', (error) => this.#terminate(error.message));
    worker.on('exit', () => this.#terminate('the writing thread has ended'));
  }

  send(request: Request): Promise<unknown> {
    if (this.#end) return Promise.reject(this.#end);
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      const call: Call = { ...request, id };
      this.#worker.postMessage(call);
      // Another process may be migrating, for an unknown time.
      this.#waiting.set(id, { resolve, reject, isUnlimited: request.kind === 'migrate' });
      if (this.#waiting.size === 1) this.#restartTimer();
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
    const waiting = this.#waiting.get(reply.id);
    if (!waiting) return;
    this.#waiting.delete(reply.id);
    this.#restartTimer();
    if ('output' in reply) waiting.resolve(reply.output);
    else waiting.reject(toError(reply.failure));
  }

  /** Restarts the time limit: any reply shows that the thread is alive, however many calls wait. */
  #restartTimer(): void {
    clearTimeout(this.#timer);
    const isUnlimited = [...this.#waiting.values()].some((waiting) => waiting.isUnlimited);
    if (this.#waiting.size === 0 || isUnlimited) return;
    const { commandTimeoutMs } = this.#options;
    const reason = `the writing thread did not reply within ${commandTimeoutMs} ms`;
    this.#timer = setTimeout(() => this.#terminate(reason), commandTimeoutMs);
  }

  /** Fails all calls as an unavailable database. Their commands may have been committed all the same. */
  #terminate(reason: string): void {
    if (this.#end) return;
    clearTimeout(this.#timer);
    this.#end = new Sqlite.SqliteError(reason, 'SQLITE_IOERR');
    for (const { reject } of this.#waiting.values()) reject(this.#end);
    this.#waiting.clear();
    this.#options.onEnd(this.#worker.terminate());
  }
}
