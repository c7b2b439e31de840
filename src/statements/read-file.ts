import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ReadLimits, StatementPart, StatementProblem } from '../reconciliation/domain/statement.ts';
import { problemPart } from './read-failure.ts';
import { readerThreadFile } from './thread-file.ts';
import type {
  Batch,
  BatchRequest,
  FileToRead,
  PartOf,
  ReportPart,
  ThreadInput,
  Wanted,
} from './thread-messages.ts';

export interface ReadFileOptions<W extends Wanted = 'plain'> {
  readonly wanted: W;
  readonly limits: ReadLimits;
  /** The time that the thread may work, without the time in which it waits for its reader. */
  readonly timeLimitMs: number;
  /** The memory of the thread for what it keeps; 96 by default. */
  readonly heapLimitMb?: number;
}

const HEAP_LIMIT_MB = 96;
/** Parts are short-lived: the default keeps several times as much garbage. */
const YOUNG_HEAP_MB = 4;

/**
 * Reads a file in a separate thread, in batches of parts. The thread works one batch ahead and then waits, so that a
 * slow consumer keeps nothing in memory. A thread that runs out of memory or time yields one problem. A consumer that
 * stops early ends the thread.
 * @throws Error if no thread can be started, or it ends for a reason that is not in the file.
 */
export async function* readFile<W extends Wanted>(
  file: FileToRead,
  { limits, timeLimitMs, wanted, heapLimitMb = HEAP_LIMIT_MB }: ReadFileOptions<W>,
): AsyncGenerator<readonly PartOf<W>[], void, void> {
  if (file.bytes.length > limits.maxBytes) {
    const message = `The file is larger than ${limits.maxBytes} bytes: export shorter periods.`;
    yield [problemPart({ code: 'too-large', place: null, message })];
    return;
  }
  // Shared memory is read where it is. Of other memory the thread gets a copy, and its caller keeps the file.
  const copy = file.bytes.buffer instanceof SharedArrayBuffer ? undefined : Uint8Array.from(file.bytes);
  const worker = new Worker(await readerThreadFile(), {
    workerData: { ...file, bytes: copy ?? file.bytes, limits, wanted } satisfies ThreadInput,
    transferList: copy ? [copy.buffer] : [],
    resourceLimits: { maxOldGenerationSizeMb: heapLimitMb, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
    // Whatever a package prints about a hostile file is not for the log.
    stdout: true,
    stderr: true,
  });
  const thread = new Thread<PartOf<W>>(worker, timeLimitMs);
  try {
    let next = thread.request();
    for (;;) {
      const reply = await next;
      if ('problem' in reply) {
        yield [problemPart(reply.problem)];
        return;
      }
      if (!reply.isLast) {
        next = thread.request();
        // Its failure is taken when its batch is due.
        next.catch(() => undefined);
      }
      if (reply.parts.length > 0) yield reply.parts;
      if (reply.isLast) return;
    }
  } finally {
    await worker.terminate();
  }
}

type Reply<P extends StatementPart | ReportPart> = Batch<P> | { readonly problem: StatementProblem };

class Thread<P extends StatementPart | ReportPart> {
  readonly #worker: Worker;
  /** Never resolves. It rejects once the thread can reply no more. */
  readonly #ended: Promise<never>;
  #leftMs: number;

  constructor(worker: Worker, timeLimitMs: number) {
    this.#worker = worker;
    this.#leftMs = timeLimitMs;
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

  /** Asks for the next batch. */
  async request(): Promise<Reply<P>> {
    // A reply can arrive before the timer of its request goes off, though the time is over.
    if (this.#leftMs <= 0) return { problem: tooSlow() };
    const startedAtMs = performance.now();
    const waiting = new AbortController();
    const { promise: timeout, resolve } = withResolvers<Reply<P>>();
    const timer = setTimeout(() => resolve({ problem: tooSlow() }), this.#leftMs);
    const reply = once(this.#worker, 'message', { signal: waiting.signal }).then(([batch]) => batch);
    this.#worker.postMessage('next' satisfies BatchRequest);
    try {
      return await Promise.race<Reply<P>>([reply, this.#ended, timeout]);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
        return { problem: tooLarge() };
      throw error;
    } finally {
      clearTimeout(timer);
      waiting.abort();
      this.#leftMs -= performance.now() - startedAtMs;
    }
  }
}

function withResolvers<T>(): { readonly promise: Promise<T>; resolve(value: T): void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

function tooSlow(): StatementProblem {
  return {
    code: 'too-slow',
    place: null,
    message: 'Reading the file takes too long: export shorter periods, or save it as CSV.',
  };
}

function tooLarge(): StatementProblem {
  return {
    code: 'too-large',
    place: null,
    message: 'The file needs too much memory: export shorter periods, or save it as CSV.',
  };
}
