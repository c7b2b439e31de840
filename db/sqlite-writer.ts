import { Worker } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult, SqliteDialect } from 'kysely';

const HEAP_LIMIT_MB = 128;
/** Rows pass through the thread and are gone: the default would let three times as much lie about. */
const YOUNG_HEAP_MB = 12;

interface Statement {
  readonly sql: string;
  readonly parameters?: readonly unknown[];
  /** Whether all that follows, up to a rollback, needs it to have succeeded. */
  readonly begins?: true;
}

interface Reply {
  readonly id: number;
  readonly rows?: unknown[];
  readonly changes?: number;
  readonly failure?: { readonly code: string | undefined; readonly message: string };
}

interface Waiting {
  resolve(reply: Reply): void;
  reject(error: Error): void;
}

export interface WriterOptions {
  readonly path: string;
  readonly pragmas: readonly string[];
  readonly cachedStatements: number;
}

/**
 * The connection that writes, in a thread of its own: statements and the wait for the disk take about as
 * long as all else that a create needs, and so they run beside it and hold no other request up.
 */
export class WriterDialect extends SqliteDialect {
  readonly #options: WriterOptions;

  constructor(options: WriterOptions) {
    super({ database: async () => Promise.reject(new Error('the writer has its own driver')) });
    this.#options = options;
  }

  override createDriver(): Driver {
    return new WriterDriver(this.#options);
  }
}

class WriterDriver implements Driver {
  readonly #options: WriterOptions;
  #connection: WriterConnection | undefined;
  #turn: Promise<void> = Promise.resolve();
  #endTurn: () => void = () => {};

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  async init(): Promise<void> {}

  /** One connection: whoever wants it waits for its turn. */
  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#takeTurn();
    try {
      // A thread that ended has taken only itself along: what it had not committed is undone.
      if (!this.#connection || this.#connection.hasEnded)
        this.#connection = new WriterConnection(this.#options);
      this.#connection.reopen();
      return this.#connection;
    } catch (error) {
      // The machine may have no thread left. Without this, all later writes would wait for ever.
      this.#endTurn();
      throw new Sqlite.SqliteError(`no writing thread: ${error}`, 'SQLITE_CANTOPEN');
    }
  }

  async releaseConnection(): Promise<void> {
    this.#endTurn();
  }

  /**
   * Takes the write lock at the start: a transaction that reads first could not get it later. It is not waited
   * for: if the lock cannot be had, that is the failure of the first statement behind it, and of all others.
   */
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    if (!(connection instanceof WriterConnection)) throw new TypeError('this is not the writing connection');
    connection.begin();
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (!(connection instanceof WriterConnection)) throw new TypeError('this is not the writing connection');
    await connection.rollback();
  }

  /** Closes after what had begun or waited before: nothing is written once this resolves. */
  async destroy(): Promise<void> {
    await this.#takeTurn();
    await this.#connection?.close();
  }

  async #takeTurn(): Promise<void> {
    const earlier = this.#turn;
    let endTurn = () => {};
    this.#turn = new Promise((resolve) => {
      endTurn = resolve;
    });
    await earlier;
    this.#endTurn = endTurn;
  }
}

class WriterConnection implements DatabaseConnection {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  /** Whether a rollback was asked for since the last begin. */
  #hasRolledBack = false;
  #gone: Error | undefined;

  constructor(options: WriterOptions) {
    this.#worker = new Worker(new URL('./sqlite-worker.mjs', import.meta.url), {
      workerData: options,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_LIMIT_MB, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
    });
    this.#worker.on('message', (reply: Reply) => this.#settle(reply));
    this.#worker.on('error', (error) => this.#end(error.message));
    this.#worker.on('exit', () => this.#end('the writing thread has ended'));
  }

  get hasEnded(): boolean {
    return this.#gone !== undefined;
  }

  /** Takes statements again: they belong to another user of the connection than those before. */
  reopen(): void {
    this.#hasRolledBack = false;
  }

  begin(): void {
    this.reopen();
    this.#send({ sql: 'begin immediate', begins: true }).catch(() => {});
  }

  async rollback(): Promise<void> {
    this.#hasRolledBack = true;
    await this.#send({ sql: 'rollback' });
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    // Kysely queues statements that were started side by side. One that comes behind the rollback would be
    // committed by itself.
    if (this.#hasRolledBack) throw new Error('the transaction of this statement was rolled back');
    const { rows = [], changes = 0 } = await this.#send({ sql, parameters });
    return { rows: rows as R[], numAffectedRows: BigInt(changes) };
  }

  async #send(statement: Statement): Promise<Reply> {
    if (this.#gone) throw this.#gone;
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise<Reply>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, ...statement });
    });
  }

  // biome-ignore lint/correctness/useYield: the interface asks for it, and nothing streams from the writer
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('the writer does not stream: read through the reader');
  }

  async close(): Promise<void> {
    if (this.#gone) return;
    const exit = new Promise((resolve) => this.#worker.once('exit', resolve));
    this.#worker.postMessage('close');
    await exit;
  }

  #settle({ id, failure, ...reply }: Reply): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (!failure) waiting?.resolve({ id, ...reply });
    else if (failure.code === undefined) waiting?.reject(new Error(failure.message));
    else waiting?.reject(new Sqlite.SqliteError(failure.message, failure.code));
  }

  /** For callers this is a database that is down for the moment. */
  #end(reason: string): void {
    this.#gone ??= new Sqlite.SqliteError(reason, 'SQLITE_IOERR');
    for (const waiting of this.#waiting.values()) waiting.reject(this.#gone);
    this.#waiting.clear();
  }
}
