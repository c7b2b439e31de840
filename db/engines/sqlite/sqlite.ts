import Sqlite from 'better-sqlite3';
import { Kysely } from 'kysely';
import type { PoolUse } from '../../../src/operations/observer.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../commands.ts';
import type { Engine } from '../../engine.ts';
import { readSchemaState } from '../../migrate.ts';
import type { Tables } from '../../tables.ts';
import { mapDatabaseErrors, mapDatabaseErrorsSync } from '../database-errors.ts';
import { createWriteHealth } from '../write-health.ts';
import { Checkpointer } from './checkpointer.ts';
import { PlainSqliteDialect } from './compiler.ts';
import { MIGRATION_TIMEOUT_MS, openReader } from './connections.ts';
import { prepareDatabaseFile } from './database-file.ts';
import { isUnavailable, LASTING_FAILURES } from './errors.ts';
import { followMetadata } from './follow-metadata.ts';
import { QueryRunner, type QueryRunnerOptions } from './query-runner.ts';
import { cacheStatements } from './statement-cache.ts';
import { watchVisits } from './visits.ts';
import { Writer, type WriterOptions } from './writer.ts';

export type SqliteOptions = WriterOptions & QueryRunnerOptions;

/**
 * Opens a SQLite file with a write-ahead log and `synchronous=FULL`: a commit is on disk when it returns.
 * One connection writes, in a thread of its own; one reads on the calling thread, and one in another thread, where
 * a query may take its time. A read never waits for a write.
 */
export function openSqlite(options: SqliteOptions): Engine {
  prepareDatabaseFile(options.path);
  const connection = openReader(options.path);
  const reader = new Kysely<Tables>({
    dialect: new PlainSqliteDialect({ database: cacheStatements(connection) }),
  });
  const writer = new Writer(options);
  const health = createWriteHealth((name, input) => writer.run(name, input), LASTING_FAILURES);
  const queries = new QueryRunner(options);
  const checkpointer = new Checkpointer(options.path);
  const directory = trackDirectoryVersion(connection);
  let endWatch = () => {};
  return {
    isShared: false,
    runsJobs: () => true,
    read: (query) => mapDatabaseErrors(query(reader), isUnavailable),
    // All statements of one reading transaction see the same commits.
    snapshot: (read) => mapDatabaseErrors(reader.transaction().execute(read), isUnavailable),
    query: (name, input) => mapDatabaseErrors(queries.run(name, input), isUnavailable),
    async run<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandOutput<N>> {
      const running = health.observe(name, writer.run(name, input));
      const output = await mapDatabaseErrors(running, isUnavailable);
      checkpointer.wake();
      return output;
    },
    directoryVersion: () => mapDatabaseErrorsSync(directory.directoryVersion, isUnavailable),
    directoryChanged: directory.directoryChanged,
    onVisit(listener) {
      endWatch = watchVisits(connection, listener);
    },
    migrate: (migrateOptions) => writer.migrate(migrateOptions),
    optimize: () => mapDatabaseErrors(writer.optimize(), isUnavailable),
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
        return (await health.failure()) ?? { ok: true, detail: 'the database answers' };
      } catch (error) {
        const detail = error instanceof Sqlite.SqliteError ? error.code : 'the database does not answer';
        return { ok: false, detail };
      }
    },
    async findDamages() {
      const found = connection.pragma('quick_check') as { readonly quick_check: string }[];
      return found.map((row) => row.quick_check).filter((message) => message !== 'ok');
    },
    poolUse: () => [useOf('writing thread', writer), useOf('reading thread', queries)],
    async close() {
      endWatch();
      await checkpointer.close();
      await queries.close();
      await reader.destroy();
      await writer.close();
    },
  };
}

function useOf(pool: string, { pendingCount }: { readonly pendingCount: number }): PoolUse {
  const busy = Math.min(1, pendingCount);
  return { pool, size: 1, busy, waiting: pendingCount - busy };
}

/** Reads when the tables of clients and banks change, whichever connection or process commits it. */
function trackDirectoryVersion(
  connection: Sqlite.Database,
): Pick<Engine, 'directoryVersion' | 'directoryChanged'> {
  const hasChanged = followMetadata(connection, 'directory_version');
  let version = 0;
  let isFresh = false;

  return {
    directoryVersion() {
      // The pragma looks at the file: once is enough for everything in one turn of the event loop.
      if (isFresh) return version;
      if (hasChanged()) version += 1;
      isFresh = true;
      setImmediate(() => {
        isFresh = false;
      });
      return version;
    },
    directoryChanged() {
      isFresh = false;
    },
  };
}
