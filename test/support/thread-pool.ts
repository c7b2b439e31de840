import { EventEmitter, once } from 'node:events';
import { MessageChannel, type MessagePort, Worker, type WorkerOptions } from 'node:worker_threads';
import { bundleThread } from '../../db/engines/sqlite/bundle-thread.dev.ts';
import type { Call } from '../../db/engines/sqlite/protocol.ts';
import type { SqliteOptions } from '../../db/engines/sqlite/sqlite.ts';
import type { StartThread, Thread } from '../../db/engines/sqlite/thread-host.ts';

const WRITING = new URL('./reused-writing-thread.ts', import.meta.url);
const READING = new URL('./reused-reading-thread.ts', import.meta.url);
const CHECKPOINTING = new URL('./reused-checkpointing-thread.ts', import.meta.url);
/** More threads wait for a next service only in files that have many services at once. */
const MAX_IDLE = 4;

/** The threads without a service, by their entry files. */
const idle = new Map<string, Worker[]>();

/** Gives a thread to one service after another. Starting one takes more CPU than the rest of a service's start. */
export class UsedThread extends EventEmitter implements Thread {
  readonly #file: URL;
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #onError = (error: unknown) => this.emit('error', error);
  readonly #onExit = (code: number) => this.#end(code);
  #hasEnded = false;

  constructor(file: URL, { workerData, ...options }: WorkerOptions) {
    super();
    this.#file = file;
    this.#worker = idle.get(file.href)?.pop() ?? new Worker(file, options);
    this.#worker.ref();
    this.#worker.on('error', this.#onError).on('exit', this.#onExit);
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.on('message', (reply) => this.emit('message', reply));
    // The service has closed its database, and nothing of it runs in the thread any more. A thread that dies sends no
    // message.
    const closed = Promise.all([once(port1, 'close'), once(this.#worker, 'message')]);
    closed.then(() => this.#giveBack()).catch(() => {});
    this.#worker.postMessage({ port: port2, options: workerData }, [port2]);
  }

  postMessage(call: Call): void {
    this.#port.postMessage(call);
  }

  terminate(): Promise<number> {
    return this.#hasEnded ? Promise.resolve(0) : this.#worker.terminate();
  }

  #giveBack(): void {
    if (this.#hasEnded) return;
    const waiting = idle.get(this.#file.href) ?? [];
    idle.set(this.#file.href, waiting);
    this.#worker.off('error', this.#onError).off('exit', this.#onExit);
    this.#worker.unref();
    if (waiting.length < MAX_IDLE) waiting.push(this.#worker);
    else void this.#worker.terminate();
    this.#end(0);
  }

  #end(code: number): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#port.close();
    this.emit('exit', code);
  }
}

/** Threads with other entry files can end as a test requires. */
const startThread: StartThread = (file, options) =>
  reusable.has(file.href) ? new UsedThread(file, options) : new Worker(file, options);

const reusable = new Set<string>();

/** The entry file of threads that serve in turn, built from its sources. */
export async function reused(source: URL): Promise<URL> {
  const file = await bundleThread(source);
  reusable.add(file.href);
  return file;
}

/** Options for the engine of a service whose threads are reused by the next one. */
export const USED_AGAIN = {
  startThread,
  writingThread: () => reused(WRITING),
  readingThread: () => reused(READING),
  checkpointingThread: () => reused(CHECKPOINTING),
} satisfies Partial<SqliteOptions>;

/** The same options for threads that get these cells, which they share with the test. */
export const usedAgainWith = (cells: Int32Array) =>
  ({
    ...USED_AGAIN,
    startThread: (file, { workerData, ...options }) =>
      startThread(file, { ...options, workerData: { ...workerData, cells } }),
  }) satisfies Partial<SqliteOptions>;
