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

/** Until when, of `performance.now()`, the command that runs may wait for another process's lock. */
export type LockDeadline = () => number;

/** How commands use the writing connection: only inside transactions, which take the write lock when they begin. */
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

/** For one command at a time: the thread that owns the connection sees to that. */
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

  /** Each transaction has a handle of its own, so that what is late finds its own handle closed, and no other. */
  async acquireConnection(): Promise<DatabaseConnection> {
    return new TransactionHandle(this.#connection, this.#statements);
  }

  /** A transaction that reads first could not get the write lock later: another one may have written meanwhile. */
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
    // A full disk makes SQLite roll back by itself; a second rollback would hide why.
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

/** The connection as one transaction sees it. Outside of it, each statement would be committed by itself. */
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

  // biome-ignore lint/correctness/useYield: the interface asks for it, and no command streams
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('a command does not stream');
  }
}
