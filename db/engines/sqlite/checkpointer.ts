import { stat } from 'node:fs/promises';
import { realPathOf } from './files.ts';
import { checkpointingThreadFile } from './thread-files.ts';
import { type StartThread, ThreadHost } from './thread-host.ts';

/** A smaller log is left alone: 1 MiB. */
const MIN_LOG_BYTES = 1_048_576;
/** Short, so that each copy is small: while the disk takes a large one, commits wait for it. */
const PERIOD_MS = 50;
/** The period after failures: on a full disk each copy fails, and a thread that ends is started each time. */
const MAX_PERIOD_MS = 5_000;
/** Far longer than the copy of the largest log takes. */
const CHECKPOINT_TIMEOUT_MS = 60_000;

export interface CheckpointerOptions {
  readonly path: string;
  readonly checkpointingThread?: (() => Promise<URL>) | undefined;
  readonly startThread?: StartThread | undefined;
}

/** The period after a checkpoint: longer and longer as long as they fail. */
export function periodAfter(isDone: boolean, periodMs: number): number {
  return isDone ? PERIOD_MS : Math.min(2 * periodMs, MAX_PERIOD_MS);
}

/**
 * Copies the write-ahead log into the database, in a separate thread that starts once the log is large. If this thread
 * fails or cannot keep up, the log becomes far larger and the writing thread copies it.
 */
export class Checkpointer {
  readonly #host: ThreadHost;
  readonly #logPath: string;
  #timer: NodeJS.Timeout | undefined;
  #periodMs = PERIOD_MS;
  #isClosed = false;

  constructor({ path, checkpointingThread = checkpointingThreadFile, startThread }: CheckpointerOptions) {
    this.#logPath = `${realPathOf(path)}-wal`;
    this.#host = new ThreadHost({
      name: 'checkpointing thread',
      file: checkpointingThread,
      workerData: { path, lockTimeoutMs: 0 },
      startThread,
      timeoutMs: CHECKPOINT_TIMEOUT_MS,
    });
    // A process that ended suddenly may have left a large log.
    this.wake();
  }

  /** Looks at the log soon: after a commit it may be large. */
  wake(): void {
    if (this.#isClosed) return;
    this.#timer ??= setTimeout(() => void this.#checkpoint(), this.#periodMs).unref();
  }

  async #checkpoint(): Promise<void> {
    const isLarge = await this.#isLogLarge();
    // A later period tries again. A command that fails for the same reason reports it.
    if (isLarge) {
      const isDone = await this.#host.call({ kind: 'checkpoint' }).then(
        () => true,
        () => false,
      );
      this.#periodMs = periodAfter(isDone, this.#periodMs);
    }
    this.#timer = undefined;
    if (isLarge) this.wake();
  }

  async #isLogLarge(): Promise<boolean> {
    try {
      return (await stat(this.#logPath)).size >= MIN_LOG_BYTES;
    } catch {
      // There is no log.
      return false;
    }
  }

  /** Ends after the checkpoint that is running. */
  close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    return this.#host.close();
  }
}
