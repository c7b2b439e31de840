import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { Kysely, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely';
import type { Engine } from './dialect.ts';
import { readSchemaState, runMigrations } from './migrate.ts';
import { WriterDialect } from './sqlite-writer.ts';
import type { Tables } from './tables.ts';

const LOCK_RETRY_MS = 10;
/** A start waits longer than a request: another process may be migrating a large database. */
const MIGRATION_TIMEOUT_MS = 30_000;
const CACHED_STATEMENTS = 400;

const COMMON_PRAGMAS = ['busy_timeout = 5000', 'journal_mode = WAL', 'foreign_keys = ON'];
const READER_PRAGMAS = [...COMMON_PRAGMAS, 'query_only = ON', 'cache_size = -8000', 'busy_timeout = 0'];
const WRITER_PRAGMAS = [
  ...COMMON_PRAGMAS,
  'synchronous = FULL',
  'cache_size = -16000',
  // Fewer checkpoints write each page once instead of many times.
  'wal_autocheckpoint = 4000',
  // The lock is waited for outside SQLite, which would hold up its thread meanwhile.
  'busy_timeout = 0',
];

export interface SqliteOptions {
  readonly path: string;
  /** How long a write waits for another process's lock before it fails. */
  readonly lockTimeoutMs: number;
}

/**
 * Opens a SQLite file: write-ahead log, and `synchronous=FULL`, so that a commit is on disk when it returns.
 * One connection writes, in a thread of its own; a second one reads: a read never waits for a write.
 */
export function openSqlite({ path, lockTimeoutMs }: SqliteOptions): Engine {
  const reading = new Sqlite(path);
  for (const pragma of READER_PRAGMAS) reading.pragma(pragma);
  const reader = new Kysely<Tables>({ dialect: new SqliteDialect({ database: cacheStatements(reading) }) });
  const writer = new Kysely<Tables>({
    dialect: new WriterDialect({ path, pragmas: WRITER_PRAGMAS, cachedStatements: CACHED_STATEMENTS }),
  });
  const directory = watchDirectory(reading);

  async function whenUnlocked<T>(work: () => Promise<T>, timeoutMs = lockTimeoutMs): Promise<T> {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!isLocked(error) || performance.now() >= deadline) throw error;
        await sleep(LOCK_RETRY_MS);
      }
    }
  }

  return {
    name: 'sqlite',
    reader,
    write: (work) => whenUnlocked(() => writer.transaction().execute(work)),
    generation: directory.generation,
    noteChange: directory.noteChange,
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

/** Notices changes of clients and banks, whichever connection or process commits them. */
function watchDirectory(connection: Sqlite.Database): Pick<Engine, 'generation' | 'noteChange'> {
  const dataVersion = connection.prepare('pragma data_version').pluck();
  const select = "select value from service_info where key = 'directory_version'";
  let directoryVersion: Sqlite.Statement | undefined;
  let seenData: unknown;
  let seenDirectory: unknown;
  let generation = 0;
  let checkedInThisTurn = false;

  return {
    generation() {
      // The pragma looks at the file: once is enough for all that runs in one turn of the event loop.
      if (checkedInThisTurn) return generation;
      const data = dataVersion.get();
      if (data !== seenData) {
        // Something was committed; most of it is transactions, which nobody keeps in memory.
        directoryVersion ??= connection.prepare(select).pluck();
        const version = directoryVersion.get();
        seenData = data;
        if (version !== seenDirectory) generation += 1;
        seenDirectory = version;
      }
      checkedInThisTurn = true;
      setImmediate(() => {
        checkedInThisTurn = false;
      });
      return generation;
    },
    noteChange() {
      checkedInThisTurn = false;
    },
  };
}

const UNAVAILABLE = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|NOMEM|PROTOCOL|CORRUPT|NOTADB)/;

function isUnavailable(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && UNAVAILABLE.test(error.code);
}

function isLocked(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && /^SQLITE_(BUSY|LOCKED)/.test(error.code);
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
