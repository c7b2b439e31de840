import Sqlite from 'better-sqlite3';

const UNAVAILABLE = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|NOMEM|PROTOCOL|CORRUPT|NOTADB)/;

/** Whether a failure is the database being locked, full, damaged or gone, and not a mistake of ours. */
export function isUnavailable(error: unknown): boolean {
  return UNAVAILABLE.test(codeOf(error));
}

/** Whether another connection holds the lock that was wanted. */
export function isLocked(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error));
}

/** Whether a connection that met this failure must not be used any more: its cache may be damaged too. */
export function isFatal(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Sqlite.SqliteError ? error.code : '';
}
