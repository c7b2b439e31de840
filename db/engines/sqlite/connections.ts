import { statSync } from 'node:fs';
import Sqlite from 'better-sqlite3';

/** A start waits longer for the lock than a request: another process may be migrating a large database. */
export const MIGRATION_TIMEOUT_MS = 30_000;

const COMMON_PRAGMAS = ['busy_timeout = 5000', 'journal_mode = WAL', 'foreign_keys = ON'];
const READER_PRAGMAS = [...COMMON_PRAGMAS, 'query_only = ON', 'cache_size = -4000', 'busy_timeout = 0'];
const WRITER_PRAGMAS = [
  ...COMMON_PRAGMAS,
  'synchronous = FULL',
  // A statement over many rows keeps copies of the pages that it changes, otherwise in a temporary file.
  'temp_store = MEMORY',
  'cache_size = -48000',
  // SQLite overwrites replaced and removed rows in their page: forgotten data must not stay readable there.
  'secure_delete = FAST',
  // Another thread makes the checkpoints. Here is a bound, in pages, for when it cannot: 128 MiB.
  'wal_autocheckpoint = 32768',
  // A long read lets the log grow. Afterwards it shrinks to this size: 64 MiB.
  'journal_size_limit = 67108864',
  // `CommandDialect` waits for the lock: SQLite would wait again for each command.
  'busy_timeout = 0',
];

const CHECKPOINTER_PRAGMAS = [
  ...COMMON_PRAGMAS,
  'synchronous = FULL',
  'wal_autocheckpoint = 0',
  'journal_size_limit = 67108864',
  // The time that a checkpoint waits for the end of a commit.
  'busy_timeout = 100',
];

/** @returns what distinguishes a file from others of its name; undefined when none can be looked at. */
export function identify(path: string): string | undefined {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}

/**
 * Refuses to use a path once it is no longer the name of the file that this process has opened: with a write-ahead log
 * SQLite itself does not look whether somebody has moved, removed or replaced it.
 * @param file as `identify` returned it.
 */
export function refuseReplaced(path: string, file: string | undefined): void {
  if (identify(path) === file) return;
  const message = 'the file of the database was moved, removed or replaced while it was open';
  throw new Sqlite.SqliteError(message, 'SQLITE_READONLY_DBMOVED');
}

/** Opens the file for reading. With a write-ahead log it reads committed data while another connection writes. */
export function openReader(path: string): Sqlite.Database {
  return open(path, READER_PRAGMAS);
}

/** Opens the file for writing. With `synchronous=FULL` a commit is on disk when it returns. */
export function openWriter(path: string): Sqlite.Database {
  return open(path, WRITER_PRAGMAS);
}

/** Opens the file for checkpoints. */
export function openCheckpointer(path: string): Sqlite.Database {
  return open(path, CHECKPOINTER_PRAGMAS);
}

function open(path: string, pragmas: readonly string[]): Sqlite.Database {
  const connection = new Sqlite(path);
  try {
    for (const pragma of pragmas) connection.pragma(pragma);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}
