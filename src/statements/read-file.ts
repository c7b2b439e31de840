import { fileProblem } from '../reconciliation/domain/file-problems.ts';
import type { ReadLimits } from '../reconciliation/domain/statement.ts';
import { problemPart } from './read-failure.ts';
import { keepThread, takeThread } from './reader-threads.ts';
import type { FileToRead, PartKind, PartOf, ThreadInput } from './thread-messages.ts';

export interface ReadFileOptions<W extends PartKind = 'plain'> {
  readonly wanted: W;
  readonly limits: ReadLimits;
  /** The time that the thread may work, without the time in which it waits for its reader. */
  readonly timeLimitMs: number;
  /** The memory of the thread for what it keeps; 96 by default. */
  readonly heapLimitMb?: number;
}

const HEAP_LIMIT_MB = 96;

/**
 * Reads a file in a separate thread, in batches of parts. The thread works one batch ahead and then waits, so that a
 * slow consumer keeps nothing in memory. A thread that runs out of memory or time yields one problem. A consumer that
 * stops early ends the thread; one that has read its file to the end reads the next file.
 * @throws Error if no thread can be started, or it ends for a reason that is not in the file.
 */
export async function* readFile<W extends PartKind>(
  file: FileToRead,
  { limits, timeLimitMs, wanted, heapLimitMb = HEAP_LIMIT_MB }: ReadFileOptions<W>,
): AsyncGenerator<readonly PartOf<W>[], void, void> {
  if (file.bytes.length > limits.maxBytes) {
    yield [problemPart(fileProblem('file_too_large', null, limits.maxBytes))];
    return;
  }
  // Shared memory is read in place. Otherwise the thread gets a copy, so that the caller keeps the file.
  const copy = file.bytes.buffer instanceof SharedArrayBuffer ? undefined : Uint8Array.from(file.bytes);
  const input: ThreadInput = { ...file, bytes: copy ?? file.bytes, limits, wanted };
  const thread = await takeThread<PartOf<W>>(heapLimitMb);
  let isDone = false;
  try {
    thread.begin(input, { timeLimitMs, transferred: copy ? [copy.buffer] : [] });
    let next = thread.request();
    for (;;) {
      const reply = await next;
      if ('problem' in reply) {
        yield [problemPart(reply.problem)];
        return;
      }
      if (!reply.isLast) {
        next = thread.request();
        // Its failure is handled when its batch is due.
        next.catch(() => undefined);
      }
      isDone = reply.isLast;
      if (reply.parts.length > 0) yield reply.parts;
      if (isDone) return;
    }
  } finally {
    if (isDone) keepThread(thread);
    else await thread.end();
  }
}
