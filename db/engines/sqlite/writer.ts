import type { CommandInput, CommandName, CommandOutput } from '../../commands/index.ts';
import type { MigrateOptions } from '../../engine.ts';
import { writingThreadFile } from './thread-files.ts';
import { type StartThread, ThreadHost } from './thread-host.ts';

/** Far longer than any command takes on a working disk. */
export const COMMAND_TIMEOUT_MS = 30_000;
/** Time after which a thread that has died is replaced, if other processes use it. */
const PING_EVERY_MS = 250;

export interface WriterOptions {
  readonly path: string;
  /** Time that a command waits for the lock of another process before it fails. */
  readonly lockTimeoutMs: number;
  /** Time after which the thread of a command is terminated; 30 seconds by default. */
  readonly commandTimeoutMs?: number | undefined;
  /** The entry file of the writing thread; `writing-thread.ts` by default. */
  readonly writingThread?: (() => Promise<URL>) | undefined;
  /** Replaces the start of a thread. */
  readonly startThread?: StartThread | undefined;
  /** Where the thread also takes the commands of other processes: see command-socket.ts. */
  readonly serveOn?: string | undefined;
}

/** Runs every write of a process. */
export interface CommandRunner {
  /** Resolves once the command is committed. */
  run<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandOutput<N>>;
  /** @returns the names of the migrations that ran. */
  migrate(options?: MigrateOptions): Promise<string[]>;
  optimize(): Promise<void>;
  /** The calls that were sent and have no reply. */
  readonly pendingCount: number;
  /** Closes after the commands that were sent before. */
  close(): Promise<void>;
}

/** Runs commands in the thread that owns the only writing connection. Nothing is written once it is closed. */
export class Writer implements CommandRunner {
  readonly #host: ThreadHost;
  readonly #pings: NodeJS.Timeout | undefined;

  constructor({
    path,
    lockTimeoutMs,
    commandTimeoutMs = COMMAND_TIMEOUT_MS,
    writingThread = writingThreadFile,
    startThread,
    serveOn,
  }: WriterOptions) {
    this.#host = new ThreadHost({
      name: 'writing thread',
      file: writingThread,
      workerData: { path, lockTimeoutMs, socketPath: serveOn },
      startThread,
      timeoutMs: commandTimeoutMs,
    });
    if (serveOn === undefined) return;
    // Other processes cannot start the thread, nor see that it hangs.
    const ping = () => void this.#host.call({ kind: 'ping' }).catch(() => {});
    ping();
    this.#pings = setInterval(ping, PING_EVERY_MS);
  }

  async run<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandOutput<N>> {
    return (await this.#host.call({ kind: 'command', name, input })) as CommandOutput<N>;
  }

  get pendingCount(): number {
    return this.#host.pendingCount;
  }

  async migrate(options?: MigrateOptions): Promise<string[]> {
    return (await this.#host.call({ kind: 'migrate', options })) as string[];
  }

  async optimize(): Promise<void> {
    await this.#host.call({ kind: 'optimize' });
  }

  close(): Promise<void> {
    clearInterval(this.#pings);
    return this.#host.close();
  }
}
