import Sqlite from 'better-sqlite3';

const UNAVAILABLE = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|NOMEM|PROTOCOL|CORRUPT|NOTADB)/;

/** Whether the cause of an error is a locked, full, damaged or missing database, and not a mistake of the service. */
export function isUnavailable(error: unknown): boolean {
  return UNAVAILABLE.test(codeOf(error));
}

/** Whether another connection holds the lock. */
export function isLocked(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error));
}

/** Whether the connection must not be used after this error: its cache may be damaged too. */
export function isFatal(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Sqlite.SqliteError ? error.code : '';
}
