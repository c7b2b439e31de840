import {
  type BinaryOperationNode,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type FunctionNode,
  PostgresDialect,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import { ENGINE_FUNCTIONS, listConditionOf, twoArgumentsOf } from '../../sql/functions.ts';
import { codeOf } from '../database-errors.ts';
import type { Pool } from './connections.ts';
import {
  CommitUnknownError,
  isConnectionLost,
  isConnectionStale,
  isUnsent,
  withoutValues,
} from './errors.ts';

/** The SQL dialect of PostgreSQL. */
export class PostgresCompiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const list = listConditionOf(node);
    if (!list) {
      super.visitBinaryOperation(node);
      return;
    }
    this.visitNode(node.leftOperand);
    this.append(list.operator === 'in' ? ' = any(' : ' <> all(');
    this.appendValue(list.values);
    this.append(')');
  }

  protected override visitFunction(node: FunctionNode): void {
    if (node.func === ENGINE_FUNCTIONS.lastFour) {
      this.append('right(');
      this.compileList(node.arguments);
      this.append(', 4)');
    } else if (node.func === ENGINE_FUNCTIONS.jsonElements) {
      const [json, table] = twoArgumentsOf(node.arguments);
      this.append('jsonb_array_elements(cast(');
      this.visitNode(json);
      this.append(' as jsonb)) as ');
      this.visitNode(table);
      this.append('(value)');
    } else super.visitFunction(node);
  }
}

/** The most statements that stay prepared on a connection. Lists have few different lengths. */
const MAX_PREPARED = 400;

/** A statement before this one has failed in the same transaction. */
const TRANSACTION_ABORTED = '25P02';

/** Statements that store nothing if there is no transaction. */
const STORES_NOTHING = /^\s*(select|lock|with(?!.*\b(insert|update|delete)\b))\b/is;

/** Kysely's dialect over a pool, with prepared statements, and with a handle for each transaction that ends with it. */
export class PooledDialect extends PostgresDialect {
  readonly #pool: Pool;
  readonly #wrap: WrapClient;

  /** @param wrap replaces a connection that is lent, for tests. */
  constructor(pool: Pool, wrap: WrapClient = (client) => client) {
    // The driver below replaces the one that uses this pool.
    super({ pool: { connect: () => Promise.reject(new Error('unused')), end: () => pool.end() } });
    this.#pool = pool;
    this.#wrap = wrap;
  }

  override createDriver(): Driver {
    return new PooledDriver(this.#pool, this.#wrap);
  }

  override createQueryCompiler(): PostgresQueryCompiler {
    return new PostgresCompiler();
  }
}

/** Replaces what sends the statements of a connection while it is lent. */
export type WrapClient = (client: pg.PoolClient) => Pick<pg.PoolClient, 'query' | 'release'>;

class PooledDriver implements Driver {
  readonly #pool: Pool;
  readonly #wrap: WrapClient;
  readonly #names = new StatementNames();

  constructor(pool: Pool, wrap: WrapClient) {
    this.#pool = pool;
    this.#wrap = wrap;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Handle> {
    const client = this.#wrap(await this.#pool.acquire());
    return new Handle(client, this.#names);
  }

  async beginTransaction(handle: Handle, { isolationLevel }: TransactionSettings): Promise<void> {
    handle.begin(isolationLevel === undefined ? 'begin' : `begin isolation level ${isolationLevel}`);
  }

  async commitTransaction(handle: Handle): Promise<void> {
    await handle.commit();
  }

  async rollbackTransaction(handle: Handle): Promise<void> {
    await handle.rollback();
  }

  async releaseConnection(handle: Handle): Promise<void> {
    handle.release();
  }

  async destroy(): Promise<void> {
    await this.#pool.end();
  }
}

/** A connection while it is lent. Afterwards it refuses statements: they would run inside another's transaction. */
export class Handle implements DatabaseConnection {
  readonly #client: ReturnType<WrapClient>;
  readonly #names: StatementNames;
  /** Pending until the server has begun the transaction, then undefined; rejected if the server has refused to. */
  #beginning: Promise<void> | undefined;
  /** True once a statement waits for the begin. Later statements must not overtake it. */
  #isAwaited = false;
  /** The statements that the server has not answered. */
  readonly #open = new Set<Promise<pg.QueryResult>>();
  /** The error that ended the transaction. The server refuses later statements with a different one. */
  #failure: unknown;
  #isClosed = false;
  /** After a failure that is not the statement's fault, the connection is not used again. */
  #isBroken = false;

  constructor(client: ReturnType<WrapClient>, names: StatementNames) {
    this.#client = client;
    this.#names = names;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#isClosed) throw new Error('the transaction of this statement has ended');
    if (this.#beginning && !STORES_NOTHING.test(sql)) this.#isAwaited = true;
    const answer = this.#sendInside(sql, parameters);
    this.#open.add(answer);
    const { rows, rowCount } = await answer.finally(() => this.#open.delete(answer));
    return { rows, ...(typeof rowCount === 'number' && { numAffectedRows: BigInt(rowCount) }) };
  }

  /**
   * Sends the begin together with the first statement if that stores nothing: after a refused begin, the server would
   * run each statement as its own transaction. Then all other statements fail.
   */
  begin(statement: string): void {
    this.#beginning = this.#send(statement, []).then(() => {
      this.#beginning = undefined;
    });
    this.#beginning.catch(() => {
      this.#isAwaited = true;
    });
  }

  /**
   * @param last a statement that is sent with the commit: when it fails, the server rolls back instead.
   * @throws CommitUnknownError when the connection is lost before the server has answered.
   */
  async commit(last?: CompiledQuery): Promise<void> {
    this.#isClosed = true;
    await this.#beginning;
    // Sent before the commit, because after it the statement would be its own transaction.
    if (last) this.#keepFailure(this.#send(last.sql, last.parameters)).catch(() => {});
    const { command } = await this.#send('commit', []).catch((error: unknown) => {
      throw isConnectionLost(error) && !isUnsent(error) ? new CommitUnknownError(error) : error;
    });
    // The server answers so when a statement has failed and its error was ignored.
    if (command !== 'COMMIT')
      throw this.#failure ?? new Error('the server has rolled a transaction back instead of committing it');
  }

  /**
   * Never fails, because the server rolls back when the connection ends. Waits for the statements that run alongside
   * the failed one: after the rollback, the server would run each as its own transaction.
   */
  async rollback(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#open);
    await this.#send('rollback', []).catch(() => {
      this.#isBroken = true;
    });
  }

  release(): void {
    this.#isClosed = true;
    this.#client.release(this.#isBroken);
  }

  async #sendInside(sql: string, parameters: readonly unknown[]): Promise<pg.QueryResult> {
    if (this.#isAwaited) await this.#beginning;
    return this.#keepFailure(this.#send(sql, parameters).finally(() => this.#beginning));
  }

  async #keepFailure(answer: Promise<pg.QueryResult>): Promise<pg.QueryResult> {
    try {
      return await answer;
    } catch (error) {
      if (codeOf(error) !== TRANSACTION_ABORTED) this.#failure ??= error;
      // Its own error may be seen later, since callers wait for other statements first.
      throw this.#failure ?? error;
    }
  }

  async #send(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    try {
      const name = values.length > 0 ? this.#names.of(text) : undefined;
      return await this.#client.query({ name, text, values: [...values] });
    } catch (error) {
      if (isConnectionLost(error) || isConnectionStale(error)) this.#isBroken = true;
      throw withoutValues(error);
    }
  }

  // biome-ignore lint/correctness/useYield: the interface requires it, and nothing streams
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('a statement does not stream');
  }
}

/** Gives each statement a name, by which each connection prepares it once. */
class StatementNames {
  readonly #names = new Map<string, string>();

  of(text: string): string | undefined {
    let name = this.#names.get(text);
    if (name === undefined && this.#names.size < MAX_PREPARED) {
      name = `s${this.#names.size}`;
      this.#names.set(text, name);
    }
    return name;
  }
}
