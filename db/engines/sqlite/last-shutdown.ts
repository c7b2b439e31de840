import { existsSync, rmSync, statSync } from 'node:fs';
import { makePrivateFile } from './database-file.ts';
import { realPathOf } from './files.ts';

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
