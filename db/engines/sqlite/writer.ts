import { Worker } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import type { CommandInput, CommandName, CommandOutput } from '../../commands/index.ts';
import { isFatal } from './errors.ts';
import { type Call, type Reply, type ThreadOptions, toError } from './protocol.ts';

const HEAP_LIMIT_MB = 128;
/** Rows are short-lived: V8's default young generation keeps three times as much garbage. */
const YOUNG_HEAP_MB = 12;

export interface WriterOptions extends ThreadOptions {
  /** The file that the thread starts with. */
  readonly thread: () => Promise<URL>;
  /** How long a command may take before its thread is given up. */
  readonly commandTimeoutMs: number;
}

interface Waiting {
  resolve(output: unknown): void;
  reject(error: Error): void;
  /** Undefined for what may take any time. */
  readonly timer: NodeJS.Timeout | undefined;
}

/**
 * The side of the writing thread that its process sees: one message for a command, one for its outcome. A thread
 * that died, hangs or met a damaged file fails what it had, and another one takes its place with the next command.
 */
export class Writer {
  readonly #options: WriterOptions;
  #thread: Promise<CommandThread> | undefined;
  #isClosed = false;

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /** Resolves once the command is committed. */
  async run<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandOutput<N>> {
    const thread = await this.#liveThread();
    const call = { kind: 'command', name, input } as const;
    return (await thread.send(call, this.#options.commandTimeoutMs)) as CommandOutput<N>;
  }

  /** @returns the names of the migrations that ran. */
  async migrate(): Promise<string[]> {
    const thread = await this.#liveThread();
    return (await thread.send({ kind: 'migrate' })) as string[];
  }

  /** Closes behind what was sent before: nothing is written once this resolves. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const thread = await this.#thread?.catch(() => undefined);
    await thread?.close();
  }

  /** The thread that lives, or another one in its place. */
  #liveThread(): Promise<CommandThread> {
    if (this.#isClosed) return Promise.reject(new Error('the database is closed'));
    this.#thread ??= this.#startThread();
    return this.#thread;
  }

  async #startThread(): Promise<CommandThread> {
    const { thread, path, lockTimeoutMs } = this.#options;
    const workerData: ThreadOptions = { path, lockTimeoutMs };
    const onEnd = () => {
      this.#thread = undefined;
    };
    try {
      const worker = new Worker(await thread(), {
        workerData,
        resourceLimits: { maxOldGenerationSizeMb: HEAP_LIMIT_MB, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
      });
      return new CommandThread(worker, onEnd);
    } catch (error) {
      onEnd();
      // The machine may have no thread left.
      throw new Sqlite.SqliteError(`no writing thread: ${error}`, 'SQLITE_CANTOPEN');
    }
  }
}

type Request =
  | { readonly kind: 'command'; readonly name: CommandName; readonly input: unknown }
  | { readonly kind: 'migrate' };

/** One thread, from its start to its end. */
class CommandThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  readonly #onEnd: () => void;
  #lastId = 0;
  #end: Error | undefined;

  constructor(worker: Worker, onEnd: () => void) {
    this.#worker = worker;
    this.#onEnd = onEnd;
    worker.on('message', (reply: Reply) => this.#receive(reply));
    worker.on('error', (error) => this.#giveUp(error.message));
    worker.on('exit', () => this.#giveUp('the writing thread has ended'));
  }

  /** @param timeoutMs undefined for what may take any time. */
  send(request: Request, timeoutMs?: number): Promise<unknown> {
    if (this.#end) return Promise.reject(this.#end);
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      const timer = timeoutMs === undefined ? undefined : setTimeout(() => this.#hang(timeoutMs), timeoutMs);
      this.#waiting.set(id, { resolve, reject, timer });
      const call: Call = { ...request, id };
      this.#worker.postMessage(call);
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
    clearTimeout(waiting.timer);
    if ('output' in reply) {
      waiting.resolve(reply.output);
      return;
    }
    const error = toError(reply.failure);
    waiting.reject(error);
    if (isFatal(error)) this.#giveUp(error.message);
  }

  #hang(timeoutMs: number): void {
    this.#giveUp(`the writing thread did not answer within ${timeoutMs} ms`);
  }

  /** For callers this is a database that is down for the moment. What was under way may have been committed. */
  #giveUp(reason: string): void {
    if (this.#end) return;
    this.#end = new Sqlite.SqliteError(reason, 'SQLITE_IOERR');
    this.#onEnd();
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(this.#end);
    }
    this.#waiting.clear();
    void this.#worker.terminate();
  }
}
