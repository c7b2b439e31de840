import Sqlite from 'better-sqlite3';

/**
 * Makes this process the one service of a database file, until the lock is released or the process ends,
 * however it ends: the lock is one of the operating system's on a file beside the database.
 * @returns how to release it; undefined when another process holds it.
 */
export function lockOwner(databasePath: string): (() => void) | undefined {
  const lock = new Sqlite(`${databasePath}.owner`, { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')) return undefined;
    throw error;
  }
  return () => lock.close();
}
