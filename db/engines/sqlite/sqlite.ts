import Sqlite from 'better-sqlite3';
import { Kysely } from 'kysely';
import type { PoolUse } from '../../../src/operations/observer.ts';
import type { Engine } from '../../engine.ts';
import { readSchemaState } from '../../migrate.ts';
import type {
  CommandInput,
  CommandName,
  CommandOutput,
  QueryInput,
  QueryName,
  QueryOutput,
} from '../../names.ts';
import type { Tables } from '../../tables.ts';
import { mapDatabaseErrors, mapDatabaseErrorsSync } from '../database-errors.ts';
import { createWriteHealth } from '../write-health.ts';
import { Checkpointer, type CheckpointerOptions } from './checkpointer.ts';
import { MIGRATION_TIMEOUT_MS, openReader } from './connections.ts';
import { prepareDatabaseFile } from './database-file.ts';
import { cacheStatements, PlainSqliteDialect } from './dialect.ts';
import { isUnavailable, LASTING_FAILURES } from './errors.ts';
import { followMetadata, watchExternalCommits } from './external-commits.ts';
import type { ThreadOptions } from './protocol.ts';
import { readingThreadFile, writingThreadFile } from './thread-files.ts';
import { ThreadHost } from './thread-host.ts';

/** Far longer than any command takes on a working disk. */
const COMMAND_TIMEOUT_MS = 30_000;
/** Far longer than any query takes: one that looks at many rows ends its page and is continued by the caller. */
const QUERY_TIMEOUT_MS = 10_000;
/** Each waits at most a few milliseconds, unless something hangs. */
const MAX_WAITING_QUERIES = 1_000;

export interface SqliteOptions extends ThreadOptions, CheckpointerOptions {
  /** Time without any reply after which the writing thread is terminated; 30 seconds by default. */
  readonly commandTimeoutMs?: number | undefined;
  /** The same for the reading thread; ten seconds by default. */
  readonly queryTimeoutMs?: number | undefined;
  /** The entry file of the writing thread; `writing-thread.ts` by default. */
  readonly writingThread?: (() => Promise<URL>) | undefined;
  /** The entry file of the reading thread; `reading-thread.ts` by default. */
  readonly readingThread?: (() => Promise<URL>) | undefined;
}

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
  const writer = writerOf(options);
  const run = async <N extends CommandName>(name: N, input: CommandInput<N>) =>
    (await writer.call({ kind: 'command', name, input })) as CommandOutput<N>;
  const health = createWriteHealth(run, LASTING_FAILURES);
  const queries = queriesOf(options);
  const checkpointer = new Checkpointer(options);
  const directory = trackDirectoryVersion(connection);
  let endWatch = () => {};
  return {
    isShared: false,
    runsJobs: () => true,
    read: (query) => mapDatabaseErrors(query(reader), isUnavailable),
    // All statements of one reading transaction see the same commits.
    snapshot: (read) => mapDatabaseErrors(reader.transaction().execute(read), isUnavailable),
    async query<N extends QueryName>(name: N, input: QueryInput<N>) {
      const running = queries.call({ kind: 'query', name, input });
      return (await mapDatabaseErrors(running, isUnavailable)) as QueryOutput<N>;
    },
    async run<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandOutput<N>> {
      const output = await mapDatabaseErrors(health.observe(name, run(name, input)), isUnavailable);
      checkpointer.wake();
      return output;
    },
    directoryVersion: () => mapDatabaseErrorsSync(directory.directoryVersion, isUnavailable),
    directoryChanged: directory.directoryChanged,
    onExternalCommit(listener) {
      endWatch = watchExternalCommits(connection, listener);
    },
    migrate: async (given) => (await writer.call({ kind: 'migrate', options: given })) as string[],
    async optimize() {
      await mapDatabaseErrors(writer.call({ kind: 'optimize' }), isUnavailable);
    },
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

/** The host of the thread that owns the only writing connection. */
function writerOf({ path, lockTimeoutMs, isVisitor, ...options }: SqliteOptions): ThreadHost {
  return new ThreadHost({
    name: 'writing thread',
    file: options.writingThread ?? writingThreadFile,
    workerData: { path, lockTimeoutMs, isVisitor },
    startThread: options.startThread,
    timeoutMs: options.commandTimeoutMs ?? COMMAND_TIMEOUT_MS,
  });
}

/** The host of the thread that runs queries over a reading connection of its own. */
function queriesOf({ path, ...options }: SqliteOptions): ThreadHost {
  return new ThreadHost({
    name: 'reading thread',
    file: options.readingThread ?? readingThreadFile,
    workerData: { path, lockTimeoutMs: 0 },
    startThread: options.startThread,
    timeoutMs: options.queryTimeoutMs ?? QUERY_TIMEOUT_MS,
    maxWaiting: MAX_WAITING_QUERIES,
  });
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
      // The pragma reads the file: once is enough for one turn of the event loop.
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
