import { setTimeout as sleep } from 'node:timers/promises';
import type Sqlite from 'better-sqlite3';
import {
  type BinaryOperationNode,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type FunctionNode,
  type QueryResult,
  type SelectModifierNode,
  SqliteDialect,
  SqliteQueryCompiler,
} from 'kysely';
import { keepLast } from '../../../src/kernel/keep-last.ts';
import { readMark } from '../../maintenance/move/state.ts';
import { MOVE_MARK } from '../../maintenance/move/tables.ts';
import { ENGINE_FUNCTIONS, listConditionOf, twoArgumentsOf } from '../../sql/functions.ts';
import { identify, refuseReplaced } from './connections.ts';
import { FILE_MOVED, isLocked } from './errors.ts';

/** The words of SQLite. */
class SqliteCompiler extends SqliteQueryCompiler {
  /** A command has the write lock of the whole database, so it needs no locks of rows. */
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === 'Distinct') super.visitSelectModifier(node);
  }

  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const list = listConditionOf(node);
    if (!list) {
      super.visitBinaryOperation(node);
      return;
    }
    this.visitNode(node.leftOperand);
    this.append(` ${list.operator} (select value from json_each(`);
    this.appendValue(JSON.stringify(list.values));
    this.append('))');
  }

  protected override visitFunction(node: FunctionNode): void {
    if (node.func === ENGINE_FUNCTIONS.lastFour) {
      this.append('substr(');
      this.compileList(node.arguments);
      this.append(', -4)');
    } else if (node.func === ENGINE_FUNCTIONS.jsonElements) {
      const [json, table] = twoArgumentsOf(node.arguments);
      // Its values stay parsed, unlike those of json_each.
      this.append('jsonb_each(');
      this.visitNode(json);
      this.append(') as ');
      this.visitNode(table);
    } else super.visitFunction(node);
  }
}

/** Kysely's dialect with the words of this folder. */
export class PlainSqliteDialect extends SqliteDialect {
  override createQueryCompiler(): SqliteQueryCompiler {
    return new SqliteCompiler();
  }
}

const MAX_STATEMENTS = 400;

/** Prepared statements of one connection, by their SQL. */
export interface StatementCache {
  prepare(sql: string): Sqlite.Statement<unknown[]>;
  close(): void;
}

/** Caches prepared statements. The least recently used one is dropped first. */
export function cacheStatements(connection: Sqlite.Database): StatementCache {
  return {
    prepare: keepLast(MAX_STATEMENTS, (sql) => connection.prepare<unknown[]>(sql)),
    close: () => void connection.close(),
  };
}

const LOCK_RETRY_MS = 2;

/** The running command, as far as the driver needs it. */
export interface CommandState {
  /** The end of its wait for the lock of another process, by `performance.now()`. */
  lockDeadline: number;
}

const BEGIN = 'begin immediate';
const MARK = `select value from metadata where key = '${MOVE_MARK}'`;

/** The dialect of commands. They use the writing connection only inside transactions that begin with the write lock. */
export class CommandDialect extends PlainSqliteDialect {
  readonly #connection: Sqlite.Database;
  readonly #state: CommandState;

  constructor(connection: Sqlite.Database, state: CommandState) {
    super({ database: connection });
    this.#connection = connection;
    this.#state = state;
  }

  override createDriver(): Driver {
    return new CommandDriver(this.#connection, this.#state);
  }
}

/** Serves one command at a time: the thread that owns the connection runs them one after another. */
class CommandDriver implements Driver {
  readonly #connection: Sqlite.Database;
  readonly #state: CommandState;
  readonly #statements: StatementCache;
  /** The file that is open. */
  readonly #file: string | undefined;

  constructor(connection: Sqlite.Database, state: CommandState) {
    this.#connection = connection;
    this.#state = state;
    this.#statements = cacheStatements(connection);
    this.#file = identify(connection.name);
  }

  async init(): Promise<void> {}

  /** Each transaction has its own handle, so that a late statement finds its own handle closed. */
  async acquireConnection(): Promise<DatabaseConnection> {
    return new TransactionHandle(this.#connection, this.#statements);
  }

  async beginTransaction(): Promise<void> {
    await takeWriteLock(() => this.#run(BEGIN), this.#state.lockDeadline);
    try {
      this.#refuseMoved();
    } catch (error) {
      if (this.#connection.inTransaction) this.#run('rollback');
      throw error;
    }
  }

  /** A command of the command line may have waited while the file was moved. */
  #refuseMoved(): void {
    const [row] = this.#statements.prepare(MARK).all() as { readonly value: string }[];
    if (readMark(row?.value)?.side !== 'source') return;
    const message = 'the file was moved meanwhile: set DATABASE_URL to its new place';
    throw Object.assign(new Error(message), { code: FILE_MOVED });
  }

  async commitTransaction(handle: DatabaseConnection): Promise<void> {
    close(handle);
    // SQLite would commit to a file without a name, which is gone with the process.
    refuseReplaced(this.#connection.name, this.#file);
    this.#run('commit');
  }

  async rollbackTransaction(handle: DatabaseConnection): Promise<void> {
    close(handle);
    // A full disk makes SQLite roll back by itself. A second rollback would fail and hide the reason.
    if (this.#connection.inTransaction) this.#run('rollback');
  }

  #run(statement: string): void {
    this.#statements.prepare(statement).run();
  }

  async releaseConnection(handle: DatabaseConnection): Promise<void> {
    close(handle);
  }

  async destroy(): Promise<void> {
    this.#connection.close();
  }
}

/** Takes the write lock at once: after a read it could be refused if another process has written meanwhile. */
async function takeWriteLock(begin: () => void, deadline: number): Promise<void> {
  for (;;) {
    try {
      begin();
      return;
    } catch (error) {
      if (!isLocked(error) || performance.now() >= deadline) throw error;
      await sleep(LOCK_RETRY_MS);
    }
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
