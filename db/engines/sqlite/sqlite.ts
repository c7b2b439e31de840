import Sqlite from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { mapDatabaseErrors, mapDatabaseErrorsSync } from '../../database-errors.ts';
import type { Engine } from '../../engine.ts';
import { readSchemaState } from '../../migrate.ts';
import type { Tables } from '../../tables.ts';
import { MIGRATION_TIMEOUT_MS, openReader } from './connections.ts';
import { trackDirectoryVersion } from './directory-version.ts';
import { isUnavailable } from './errors.ts';
import { cacheStatements } from './statement-cache.ts';
import { threadFile } from './thread-file.ts';
import { Writer } from './writer.ts';

/** Far longer than any command takes on a working disk. */
const COMMAND_TIMEOUT_MS = 30_000;

export interface SqliteOptions {
  readonly path: string;
  /** Time that a command waits for the lock of another process before it fails. */
  readonly lockTimeoutMs: number;
  /** Time after which the thread of a command is terminated; 30 seconds by default. */
  readonly commandTimeoutMs?: number | undefined;
  /** The entry file of the writing thread; `thread.ts` by default. */
  readonly thread?: (() => Promise<URL>) | undefined;
}

/**
 * Opens a SQLite file with a write-ahead log and `synchronous=FULL`: a commit is on disk when it returns.
 * One connection writes, in a thread of its own, and a second one reads: a read never waits for a write.
 */
export function openSqlite(options: SqliteOptions): Engine {
  const { path, lockTimeoutMs, commandTimeoutMs = COMMAND_TIMEOUT_MS, thread = threadFile } = options;
  const connection = openReader(path);
  const reader = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: cacheStatements(connection) }),
  });
  const writer = new Writer({ path, lockTimeoutMs, commandTimeoutMs, thread });
  const directory = trackDirectoryVersion(connection);
  return {
    read: (query) => mapDatabaseErrors(query(reader), isUnavailable),
    run: (name, input) => mapDatabaseErrors(writer.run(name, input), isUnavailable),
    directoryVersion: () => mapDatabaseErrorsSync(directory.directoryVersion, isUnavailable),
    directoryChanged: directory.directoryChanged,
    migrate: () => writer.migrate(),
    async schemaState() {
      connection.pragma(`busy_timeout = ${MIGRATION_TIMEOUT_MS}`);
      try {
        return await readSchemaState(reader);
      } finally {
        connection.pragma('busy_timeout = 0');
      }
    },
    async check() {
      try {
        connection.prepare('select 1 from metadata').get();
        return { ok: true, detail: 'the database answers' };
      } catch (error) {
        const detail = error instanceof Sqlite.SqliteError ? error.code : 'the database does not answer';
        return { ok: false, detail };
      }
    },
    async findDamages() {
      const found = connection.pragma('quick_check') as { readonly quick_check: string }[];
      return found.map((row) => row.quick_check).filter((message) => message !== 'ok');
    },
    async close() {
      await reader.destroy();
      await writer.close();
    },
  };
}
