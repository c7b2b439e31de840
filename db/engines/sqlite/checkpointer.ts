import { stat } from 'node:fs/promises';
import { realPathOf } from './files.ts';
import { checkpointingThreadFile } from './thread-files.ts';
import { ThreadHost } from './thread-host.ts';

/** A smaller log is left alone: 1 MiB. */
const MIN_LOG_BYTES = 1_048_576;
/** Short, so that each copy is small: while the disk takes a large one, commits wait for it. */
const PERIOD_MS = 50;
/** The period after failures: on a full disk each copy fails, and a thread that ends is started each time. */
const MAX_PERIOD_MS = 5_000;
/** Far longer than the copy of the largest log takes. */
const CHECKPOINT_TIMEOUT_MS = 60_000;

type Schedule = (work: () => void, delayMs: number) => NodeJS.Timeout;

const later: Schedule = (work, delayMs) => setTimeout(work, delayMs).unref();

/**
 * Copies the write-ahead log into the database, in a separate thread that starts once the log is large. If this thread
 * fails or cannot keep up, the log becomes far larger and the writing thread copies it.
 */
export class Checkpointer {
  readonly #host: ThreadHost;
  readonly #logPath: string;
  readonly #schedule: Schedule;
  #timer: NodeJS.Timeout | undefined;
  #periodMs = PERIOD_MS;
  #isClosed = false;

  constructor(path: string, schedule: Schedule = later) {
    this.#schedule = schedule;
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
    this.#timer ??= this.#schedule(() => void this.#checkpoint(), this.#periodMs);
  }

  async #checkpoint(): Promise<void> {
    const isLarge = await this.#isLogLarge();
    // A later period tries again. A command that fails for the same reason reports it.
    if (isLarge)
      this.#periodMs = await this.#host.call({ kind: 'checkpoint' }).then(
        () => PERIOD_MS,
        () => Math.min(2 * this.#periodMs, MAX_PERIOD_MS),
      );
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
