import type { CommandInput, CommandName, CommandOutput } from '../../commands.ts';
import type { MigrateOptions } from '../../engine.ts';
import { writingThreadFile } from './thread-files.ts';
import { type StartThread, ThreadHost } from './thread-host.ts';

/** Far longer than any command takes on a working disk. */
export const COMMAND_TIMEOUT_MS = 30_000;

export interface WriterOptions {
  readonly path: string;
  /** Time that a command waits for the lock of another process before it fails. */
  readonly lockTimeoutMs: number;
  /** Whether another process may be serving the file, which is then told of changes. */
  readonly isVisitor?: boolean | undefined;
  /** Time after which the thread of a command is terminated; 30 seconds by default. */
  readonly commandTimeoutMs?: number | undefined;
  /** The entry file of the writing thread; `writing-thread.ts` by default. */
  readonly writingThread?: (() => Promise<URL>) | undefined;
  /** Replaces the start of a thread. */
  readonly startThread?: StartThread | undefined;
}

/** Runs commands in the thread that owns the only writing connection. Nothing is written once it is closed. */
export class Writer {
  readonly #host: ThreadHost;

  constructor({
    path,
    lockTimeoutMs,
    isVisitor,
    commandTimeoutMs = COMMAND_TIMEOUT_MS,
    writingThread = writingThreadFile,
    startThread,
  }: WriterOptions) {
    this.#host = new ThreadHost({
      name: 'writing thread',
      file: writingThread,
      workerData: { path, lockTimeoutMs, isVisitor },
      startThread,
      timeoutMs: commandTimeoutMs,
    });
  }

  /** Resolves once the command is committed. */
  async run<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandOutput<N>> {
    return (await this.#host.call({ kind: 'command', name, input })) as CommandOutput<N>;
  }

  /** The calls that were sent and have no reply. */
  get pendingCount(): number {
    return this.#host.pendingCount;
  }

  /** @returns the names of the migrations that ran. */
  async migrate(options?: MigrateOptions): Promise<string[]> {
    return (await this.#host.call({ kind: 'migrate', options })) as string[];
  }

  async optimize(): Promise<void> {
    await this.#host.call({ kind: 'optimize' });
  }

  /** Closes after the commands that were sent before. */
  close(): Promise<void> {
    return this.#host.close();
  }
}
