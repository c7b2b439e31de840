import { stat } from 'node:fs/promises';
import { realPathOf } from './files.ts';
import { checkpointingThreadFile } from './thread-files.ts';
import { ThreadHost } from './thread-host.ts';

/** A smaller log is left alone: 4 MiB. */
const MIN_LOG_BYTES = 4_194_304;
const PERIOD_MS = 250;
/** Far longer than the copy of the largest log takes. */
const CHECKPOINT_TIMEOUT_MS = 60_000;

/**
 * Copies the write-ahead log into the database, in a separate thread that starts once the log is large. If this thread
 * fails or cannot keep up, the log becomes far larger and the writing thread copies it.
 */
export class Checkpointer {
  readonly #host: ThreadHost;
  readonly #logPath: string;
  readonly #timer: NodeJS.Timeout;
  #isRunning = false;

  constructor(path: string) {
    this.#logPath = `${realPathOf(path)}-wal`;
    this.#host = new ThreadHost({
      name: 'checkpointing thread',
      file: checkpointingThreadFile,
      workerData: { path, lockTimeoutMs: 0 },
      timeoutMs: CHECKPOINT_TIMEOUT_MS,
    });
    this.#timer = setInterval(() => void this.#checkpoint(), PERIOD_MS).unref();
  }

  async #checkpoint(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      const { size } = await stat(this.#logPath);
      if (size >= MIN_LOG_BYTES) await this.#host.call({ kind: 'checkpoint' });
    } catch {
      // There is no log, or the next period tries again. A command that fails for the same reason reports it.
    } finally {
      this.#isRunning = false;
    }
  }

  /** Ends after the checkpoint that is running. */
  close(): Promise<void> {
    clearInterval(this.#timer);
    return this.#host.close();
  }
}
