import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { fileProblem } from '../reconciliation/domain/file-problems.ts';
import type { StatementPart, StatementProblem } from '../reconciliation/domain/statement.ts';
import { readerThreadFile } from './thread-file.ts';
import type { Batch, ReportPart, ThreadInput, ThreadRequest } from './thread-messages.ts';

/** Parts are short-lived: the default keeps several times as much garbage. */
const YOUNG_HEAP_MB = 4;
/** A preview is followed by its import, and what is imported is read twice. */
const IDLE_MS = 10_000;

type AnyPart = StatementPart | ReportPart;
type Reply<P extends AnyPart> = Batch<P> | { readonly problem: StatementProblem };

interface Beginning {
  /** The time that the thread may work at the file. */
  readonly timeLimitMs: number;
  /** The memory that the thread gets from its caller. */
  readonly transferred: readonly ArrayBuffer[];
}

/** A thread that reads one file after another. */
export class ReaderThread<P extends AnyPart = AnyPart> {
  readonly heapLimitMb: number;
  readonly #worker: Worker;
  /** Never resolves. It rejects once the thread can no longer reply. */
  readonly #ended: Promise<never>;
  #leftMs = 0;
  #hasEnded = false;

  constructor(file: URL, heapLimitMb: number) {
    this.heapLimitMb = heapLimitMb;
    const worker = new Worker(file, {
      resourceLimits: { maxOldGenerationSizeMb: heapLimitMb, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
      // Whatever a package prints about a hostile file is not for the log.
      stdout: true,
      stderr: true,
    });
    this.#worker = worker;
    const note = () => {
      this.#hasEnded = true;
    };
    worker.on('error', note).on('exit', note);
    this.#ended = new Promise((_, reject) => {
      worker.on('error', reject);
      // The last batch can arrive together with the end, and counts first.
      worker.on('exit', () =>
        setImmediate(() => reject(new Error('the thread that reads a statement has ended'))),
      );
    });
    this.#ended.catch(() => undefined);
    worker.stdout.resume();
    worker.stderr.resume();
  }

  /** Gives the thread a file. It must have read the one before to its end. */
  begin(input: ThreadInput, { timeLimitMs, transferred }: Beginning): void {
    this.#leftMs = timeLimitMs;
    this.#worker.ref();
    this.#worker.postMessage(input satisfies ThreadRequest, transferred);
  }

  /** Asks for the next batch. */
  async request(): Promise<Reply<P>> {
    // A reply can arrive before the timer of its request goes off, although the time is over.
    if (this.#leftMs <= 0) return { problem: fileProblem('too_slow', null) };
    const startedAtMs = performance.now();
    const waiting = new AbortController();
    const timer = setTimeout(() => waiting.abort(), this.#leftMs);
    const reply: Promise<Batch<P>> = once(this.#worker, 'message', { signal: waiting.signal }).then(
      ([batch]) => batch,
    );
    this.#worker.postMessage('next' satisfies ThreadRequest);
    try {
      return await Promise.race([reply, this.#ended]);
    } catch (error) {
      if (waiting.signal.aborted) return { problem: fileProblem('too_slow', null) };
      if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
        return { problem: fileProblem('too_much_memory', null) };
      throw error;
    } finally {
      clearTimeout(timer);
      waiting.abort();
      this.#leftMs -= performance.now() - startedAtMs;
    }
  }

  /** Lets the thread wait without keeping the process alive. */
  rest(): void {
    this.#worker.unref();
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  /** Whether it has ended, for whatever reason. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }
}

/** The thread that waits for the next file. Starting one takes longer than reading most files. */
let idle: { readonly thread: ReaderThread; readonly timer: NodeJS.Timeout } | undefined;

/** Returns a thread with a limit of its memory: the one that waits, or a new one. */
export async function takeThread<P extends AnyPart>(heapLimitMb: number): Promise<ReaderThread<P>> {
  if (idle?.thread.heapLimitMb === heapLimitMb) {
    const thread = stopWaiting(idle);
    if (!thread.hasEnded) return thread as ReaderThread<P>;
  }
  return new ReaderThread<P>(await readerThreadFile(), heapLimitMb);
}

/** Makes sure that the thread gets no more files, so that it can be ended. */
function stopWaiting({ thread, timer }: NonNullable<typeof idle>): ReaderThread {
  idle = undefined;
  clearTimeout(timer);
  return thread;
}

/** Keeps a thread for the next file, for a while. */
export function keepThread(thread: ReaderThread): void {
  if (idle?.thread.hasEnded) stopWaiting(idle);
  if (idle || thread.hasEnded) {
    void thread.end();
    return;
  }
  thread.rest();
  const waiting = { thread, timer: setTimeout(() => void stopWaiting(waiting).end(), IDLE_MS).unref() };
  idle = waiting;
}
