import { stat } from 'node:fs/promises';
import { realPathOf } from './files.ts';
import { checkpointingThreadFile } from './thread-files.ts';
import { ThreadHost } from './thread-host.ts';

/** A smaller log is left alone: 1 MiB. */
const MIN_LOG_BYTES = 1_048_576;
/** Short, so that each copy is small: while the disk takes a large one, commits wait for it. */
const PERIOD_MS = 50;
/** Far longer than the copy of the largest log takes. */
const CHECKPOINT_TIMEOUT_MS = 60_000;

/**
 * Copies the write-ahead log into the database, in a separate thread that starts once the log is large. If this thread
 * fails or cannot keep up, the log becomes far larger and the writing thread copies it.
 */
export class Checkpointer {
  readonly #host: ThreadHost;
  readonly #logPath: string;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(path: string) {
    this.#logPath = `${realPathOf(path)}-wal`;
    this.#host = new ThreadHost({
      name: 'checkpointing thread',
      file: checkpointingThreadFile,
      workerData: { path, lockTimeoutMs: 0 },
      timeoutMs: CHECKPOINT_TIMEOUT_MS,
    });
    // A process that ended suddenly may have left a large log.
    this.wake();
  }

  /** Looks at the log soon: after a commit it may be large. */
  wake(): void {
    if (this.#isClosed) return;
    this.#timer ??= setTimeout(() => void this.#checkpoint(), PERIOD_MS).unref();
  }

  async #checkpoint(): Promise<void> {
    const isLarge = await this.#isLogLarge();
    // The next period tries again. A command that fails for the same reason reports it.
    if (isLarge) await this.#host.call({ kind: 'checkpoint' }).catch(() => {});
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
