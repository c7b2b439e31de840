import { existsSync, rmSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { makePrivateFile, prepareDatabaseFile } from './database-file.ts';
import { realPathOf } from './files.ts';

const RETRY_MS = 100;

/**
 * Makes this process the only service of a database file.
 * @returns a function that releases the lock; undefined when another process holds it.
 */
export function lockOwner(databasePath: string): (() => void) | undefined {
  return lock(databasePath, 'owner');
}

/**
 * Makes this process the only one that checks a database file, as soon as no other one does. A service takes this lock
 * before the owner's. So a process that holds it and finds an owner knows that the owner has checked the file.
 * @param onWait called when another process checks the file now.
 * @returns a function that releases the lock.
 */
export async function lockCheck(databasePath: string, onWait = () => {}): Promise<() => void> {
  for (let tries = 1; ; tries += 1) {
    const release = lock(databasePath, 'check');
    if (release) return release;
    if (tries === 1) onWait();
    await sleep(RETRY_MS);
  }
}

/**
 * Takes an operating system lock on a companion file. It also ends when the process is killed, and is the same for
 * every symbolic link to the database.
 */
function lock(databasePath: string, name: 'owner' | 'check'): (() => void) | undefined {
  const path = `${prepareDatabaseFile(databasePath)}.${name}`;
  makePrivateFile(path);
  const file = new Sqlite(path, { timeout: 0 });
  try {
    file.exec('begin exclusive');
  } catch (error) {
    file.close();
    if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')) return undefined;
    throw error;
  }
  return () => file.close();
}

/** The end of the service before this one. */
export interface LastShutdown {
  /** True if that service did not close the database itself: it was killed, or the machine lost its power. */
  readonly isUnclean: boolean;
  /** Marks the database as one that a service runs on. */
  begin(): void;
  /** Removes the mark, at a clean end. */
  end(): void;
}

/**
 * Checks whether the last service on a database closed it. The mark for this is a companion file and not a row, because
 * a copy of the database must not carry it. A write-ahead log with content is another sign, until another program opens
 * the database.
 */
export function readLastShutdown(databasePath: string): LastShutdown {
  const path = realPathOf(databasePath);
  const mark = `${path}.running`;
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  return {
    isUnclean: existsSync(mark) || (log?.size ?? 0) > 0,
    begin: () => makePrivateFile(mark),
    end: () => rmSync(mark, { force: true }),
  };
}
