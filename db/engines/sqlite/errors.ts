import { ServiceError } from '../../../src/kernel/errors.ts';
import { codeOf } from '../database-errors.ts';

const UNAVAILABLE = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|NOMEM|PROTOCOL|CORRUPT|NOTADB)/;

/** The code of a write to a file whose rows are in another place now. */
export const FILE_MOVED = 'FILE_MOVED';

const LASTING = /^SQLITE_(BUSY|CORRUPT|NOTADB|IOERR|FULL|CANTOPEN|READONLY)/;

/** Write failures that last until an operator repairs the disk or the file, ends a lock, or restarts a replaced service. */
export const LASTING_FAILURES = {
  codeOf(error: unknown) {
    if (error instanceof ServiceError) return error.message.replace(/[.]$/, '');
    return LASTING.test(codeOf(error)) ? codeOf(error) : undefined;
  },
  damage: /^SQLITE_(CORRUPT|NOTADB)/,
  lock: /^SQLITE_BUSY/,
};

/** Checks whether an error is caused by a locked, full, damaged or missing database, and not by a bug. */
export function isUnavailable(error: unknown): boolean {
  return UNAVAILABLE.test(codeOf(error));
}

/** Checks whether another connection holds the lock. */
export function isLocked(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error));
}

/** Checks whether the connection must not be used after this error: its cache may be damaged too. */
export function isFatal(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error));
}
