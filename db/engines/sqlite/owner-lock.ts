import Sqlite from 'better-sqlite3';
import { makePrivateFile, prepareDatabaseFile } from './database-file.ts';

/**
 * Makes this process the only service of a database file. It holds a lock of the operating system on a companion file,
 * which also ends when the process is killed. The lock is the same for every symbolic link to the database.
 * @returns a function that releases the lock; undefined when another process holds it.
 */
export function lockOwner(databasePath: string): (() => void) | undefined {
  const path = `${prepareDatabaseFile(databasePath)}.owner`;
  makePrivateFile(path);
  const lock = new Sqlite(path, { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')) return undefined;
    throw error;
  }
  return () => lock.close();
}
