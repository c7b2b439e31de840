import { setTimeout as sleep } from 'node:timers/promises';
import type Sqlite from 'better-sqlite3';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SqliteDialect,
} from 'kysely';
import { isLocked } from './errors.ts';
import { cacheStatements, type StatementCache } from './statement-cache.ts';

const LOCK_RETRY_MS = 2;

/** The end of the running command's wait for the lock of another process, by `performance.now()`. */
type LockDeadline = () => number;

/** The dialect of commands. They use the writing connection only inside transactions that begin with the write lock. */
export class CommandDialect extends SqliteDialect {
  readonly #connection: Sqlite.Database;
  readonly #lockDeadline: LockDeadline;

  constructor(connection: Sqlite.Database, lockDeadline: LockDeadline) {
    super({ database: connection });
    this.#connection = connection;
    this.#lockDeadline = lockDeadline;
  }

  override createDriver(): Driver {
    return new CommandDriver(this.#connection, this.#lockDeadline);
  }
}

/** Serves one command at a time: the thread that owns the connection runs them one after another. */
class CommandDriver implements Driver {
  readonly #connection: Sqlite.Database;
  readonly #lockDeadline: LockDeadline;
  readonly #statements: StatementCache;

  constructor(connection: Sqlite.Database, lockDeadline: LockDeadline) {
    this.#connection = connection;
    this.#lockDeadline = lockDeadline;
    this.#statements = cacheStatements(connection);
  }

  async init(): Promise<void> {}

  /** Each transaction has its own handle, so that a late statement finds its own handle closed. */
  async acquireConnection(): Promise<DatabaseConnection> {
    return new TransactionHandle(this.#connection, this.#statements);
  }

  /** Takes the write lock at once: after a read it could be refused, when another process has written meanwhile. */
  async beginTransaction(): Promise<void> {
    for (;;) {
      try {
        this.#statements.prepare('begin immediate').run();
        return;
      } catch (error) {
        if (!isLocked(error) || performance.now() >= this.#lockDeadline()) throw error;
        await sleep(LOCK_RETRY_MS);
      }
    }
  }

  async commitTransaction(handle: DatabaseConnection): Promise<void> {
    close(handle);
    this.#statements.prepare('commit').run();
  }

  async rollbackTransaction(handle: DatabaseConnection): Promise<void> {
    close(handle);
    // A full disk makes SQLite roll back by itself. A second rollback would fail and hide the reason.
    if (this.#connection.inTransaction) this.#statements.prepare('rollback').run();
  }

  async releaseConnection(handle: DatabaseConnection): Promise<void> {
    close(handle);
  }

  async destroy(): Promise<void> {
    this.#connection.close();
  }
}

function close(handle: DatabaseConnection): void {
  if (handle instanceof TransactionHandle) handle.close();
}

/** The connection for one transaction. It refuses statements after its end, which would commit by themselves. */
class TransactionHandle implements DatabaseConnection {
  readonly #connection: Sqlite.Database;
  readonly #statements: StatementCache;
  #isClosed = false;

  constructor(connection: Sqlite.Database, statements: StatementCache) {
    this.#connection = connection;
    this.#statements = statements;
  }

  close(): void {
    this.#isClosed = true;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#isClosed || !this.#connection.inTransaction)
      throw new Error('the transaction of this statement has ended');
    const statement = this.#statements.prepare(sql);
    if (statement.reader) return { rows: statement.all(...parameters) as R[] };
    const { changes } = statement.run(...parameters);
    return { rows: [], numAffectedRows: BigInt(changes) };
  }

  // biome-ignore lint/correctness/useYield: the interface requires it, and no command streams
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('a command does not stream');
  }
}
