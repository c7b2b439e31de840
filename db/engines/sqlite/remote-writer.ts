import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import type { CommandInput, CommandName, CommandOutput } from '../../commands/index.ts';
import type { MigrateOptions } from '../../engine.ts';
import { createFrameReader, toFrame } from './frames.ts';
import { PendingCalls } from './pending-calls.ts';
import type { CommandCall, Reply, Request } from './protocol.ts';
import type { CommandRunner } from './writer.ts';

const CONNECT_RETRY_MS = 20;

export interface RemoteWriterOptions {
  /** The socket of the writing thread: see command-socket.ts. */
  readonly socketPath: string;
  /** Time for which a command waits for a thread that is being started. */
  readonly connectTimeoutMs: number;
  /** Time without any reply after which the connection is given up. */
  readonly timeoutMs: number;
}

/**
 * Runs commands in the writing thread of another process, over one connection. When that ends, its calls fail as an
 * unavailable database, and the next call connects again.
 */
export class RemoteWriter implements CommandRunner {
  readonly #options: RemoteWriterOptions;
  #line: Promise<Line> | undefined;
  #isClosed = false;
  #pendingCount = 0;

  constructor(options: RemoteWriterOptions) {
    this.#options = options;
  }

  async run<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandOutput<N>> {
    return (await this.#call({ kind: 'command', name, input })) as CommandOutput<N>;
  }

  get pendingCount(): number {
    return this.#pendingCount;
  }

  async migrate(options?: MigrateOptions): Promise<string[]> {
    return (await this.#call({ kind: 'migrate', options })) as string[];
  }

  async optimize(): Promise<void> {
    await this.#call({ kind: 'optimize' });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const line = await this.#line?.catch(() => undefined);
    line?.close();
  }

  async #call(request: Request): Promise<unknown> {
    if (this.#isClosed) throw new Error('the database is closed');
    this.#line ??= this.#connect();
    this.#pendingCount += 1;
    try {
      const line = await this.#line;
      return await line.send(request);
    } finally {
      this.#pendingCount -= 1;
    }
  }

  async #connect(): Promise<Line> {
    const { socketPath, connectTimeoutMs, timeoutMs } = this.#options;
    const deadline = performance.now() + connectTimeoutMs;
    for (;;) {
      try {
        const socket = await connected(socketPath);
        return new Line(socket, {
          timeoutMs,
          onEnd: () => {
            this.#line = undefined;
          },
        });
      } catch (error) {
        if (performance.now() >= deadline || this.#isClosed) {
          this.#line = undefined;
          throw new Sqlite.SqliteError(`the writing thread cannot be reached: ${error}`, 'SQLITE_CANTOPEN');
        }
        await sleep(CONNECT_RETRY_MS);
      }
    }
  }
}

function connected(path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(socket);
    });
  });
}

/** One connection, from its start to its end. */
class Line {
  readonly #socket: Socket;
  readonly #calls: PendingCalls;
  #end: Error | undefined;

  constructor(socket: Socket, { timeoutMs, onEnd }: { readonly timeoutMs: number; onEnd(): void }) {
    this.#socket = socket;
    this.#calls = new PendingCalls({ timeoutMs, onTimeout: () => socket.destroy() });
    const read = createFrameReader();
    socket.on('data', (chunk) => {
      for (const reply of read(chunk) as Reply[]) this.#calls.receive(reply);
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      // Commands under way may have been committed all the same.
      this.#end = new Sqlite.SqliteError('the connection to the writing thread has ended', 'SQLITE_IOERR');
      this.#calls.fail(this.#end);
      onEnd();
    });
  }

  send(request: Request): Promise<unknown> {
    if (this.#end) return Promise.reject(this.#end);
    const isUnlimited = request.kind === 'migrate';
    return this.#calls.add((id) => this.#socket.write(toFrame({ ...request, id } as CommandCall)), {
      isUnlimited,
    });
  }

  close(): void {
    this.#socket.destroy();
  }
}
