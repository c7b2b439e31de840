import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely';
import type { Engine } from './dialect.ts';
import { readSchemaState, runMigrations } from './migrate.ts';
import type { Tables } from './tables.ts';

const LOCK_RETRY_MS = 10;
/** A start waits longer than a request: another process may be migrating a large database. */
const MIGRATION_TIMEOUT_MS = 30_000;
const CACHED_STATEMENTS = 400;

export interface SqliteOptions {
  readonly path: string;
  /** How long a write waits for another process's lock before it fails. */
  readonly lockTimeoutMs: number;
}

/**
 * Opens a SQLite file: write-ahead log, and `synchronous=FULL`, so that a commit is on disk when it returns.
 * One connection writes, a second one reads: a read never waits for a write.
 */
export function openSqlite({ path, lockTimeoutMs }: SqliteOptions): Engine {
  const writing = openConnection(path);
  const reading = openConnection(path);
  const writer = new Kysely<Tables>({ dialect: new ImmediateDialect(writing) });
  const reader = new Kysely<Tables>({ dialect: new ImmediateDialect(reading) });
  const dataVersion = writing.prepare('pragma data_version').pluck();
  let seenVersion = dataVersion.get();
  let generation = 0;

  async function whenUnlocked<T>(work: () => Promise<T>, timeoutMs = lockTimeoutMs): Promise<T> {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      try {
        return await work();
      } catch (error) {
        // The lock is waited for here and not by SQLite, which would hold up the whole process meanwhile.
        if (!isLocked(error) || performance.now() >= deadline) throw error;
        await sleep(LOCK_RETRY_MS);
      }
    }
  }

  return {
    name: 'sqlite',
    reader,
    write: (work) => whenUnlocked(() => writer.transaction().execute(work)),
    generation() {
      const version = dataVersion.get();
      if (version !== seenVersion) {
        seenVersion = version;
        generation += 1;
      }
      return generation;
    },
    noteChange() {
      generation += 1;
    },
    isUnavailable,
    migrate: () => whenUnlocked(() => runMigrations(writer, 'begin exclusive'), MIGRATION_TIMEOUT_MS),
    schemaState: () => whenUnlocked(() => readSchemaState(reader), MIGRATION_TIMEOUT_MS),
    async check() {
      try {
        reading.prepare('select 1 from service_info').get();
        return { ok: true, detail: 'the database answers' };
      } catch (error) {
        return {
          ok: false,
          detail: error instanceof Sqlite.SqliteError ? error.code : 'the database does not answer',
        };
      }
    },
    async close() {
      await reader.destroy();
      await writer.destroy();
    },
  };
}

function openConnection(path: string): Sqlite.Database {
  const connection = new Sqlite(path, { timeout: 0 });
  // The timeout is for the pragmas alone: switching to WAL takes a lock for a moment.
  connection.pragma('busy_timeout = 5000');
  connection.pragma('journal_mode = WAL');
  connection.pragma('synchronous = FULL');
  connection.pragma('foreign_keys = ON');
  connection.pragma('cache_size = -32000');
  connection.pragma('busy_timeout = 0');
  return connection;
}

const UNAVAILABLE = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|NOMEM|PROTOCOL)/;

function isUnavailable(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && UNAVAILABLE.test(error.code);
}

function isLocked(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && /^SQLITE_(BUSY|LOCKED)/.test(error.code);
}

/** Transactions take the write lock at their start: one that reads first could not get it later. */
class ImmediateDriver extends SqliteDriver {
  readonly #raw: Sqlite.Database;

  constructor(raw: Sqlite.Database, database: SqliteDatabase) {
    super({ database });
    this.#raw = raw;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // A full disk makes SQLite roll back by itself; a second rollback would hide why.
    if (this.#raw.inTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'));
  }
}

class ImmediateDialect extends SqliteDialect {
  readonly #raw: Sqlite.Database;

  constructor(raw: Sqlite.Database) {
    super({ database: raw });
    this.#raw = raw;
  }

  override createDriver(): ImmediateDriver {
    return new ImmediateDriver(this.#raw, cacheStatements(this.#raw));
  }
}

/** Keeps prepared statements by their text, the least recently used dropped first. */
function cacheStatements(connection: Sqlite.Database): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  return {
    prepare(sql) {
      const statement = statements.get(sql) ?? connection.prepare<unknown[]>(sql);
      statements.delete(sql);
      statements.set(sql, statement);
      if (statements.size > CACHED_STATEMENTS) {
        for (const oldest of statements.keys()) {
          statements.delete(oldest);
          break;
        }
      }
      return statement;
    },
    close: () => connection.close(),
  };
}
