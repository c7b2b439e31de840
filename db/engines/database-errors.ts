import { ServiceError } from '../../src/kernel/errors.ts';

/** The SQLSTATE of an error, its code of SQLite, or that of the operating system; empty for none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** How much of a group one failure affects: all waiting work, the part that needs a locked row, or one bad item. */
export type FailureExtent = 'everything' | 'part' | 'item';

const locked = new WeakSet<ServiceError>();

/**
 * Maps the errors of a locked, full, damaged or missing database to one that a caller may see and retry.
 * @throws ServiceError error_unavailable.
 */
export async function mapDatabaseErrors<T>(
  work: Promise<T>,
  isUnavailable: (error: unknown) => boolean,
  isLocked: (error: unknown) => boolean = () => false,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    const unavailable = databaseUnavailable(error);
    if (isLocked(error)) locked.add(unavailable);
    throw unavailable;
  }
}

/** The same for synchronous work. */
export function mapDatabaseErrorsSync<T>(work: () => T, isUnavailable: (error: unknown) => boolean): T {
  try {
    return work();
  } catch (error) {
    throw isUnavailable(error) ? databaseUnavailable(error) : error;
  }
}

function databaseUnavailable(cause: unknown): ServiceError {
  return unavailable('The database cannot take the request now.', cause);
}

/**
 * The error of a request that the database cannot take now. It does not say that nothing was changed: when a disk fails
 * in the middle of a commit, only a repeat of the request shows whether it was stored.
 */
export function unavailable(reason: string, cause?: unknown): ServiceError {
  const message = `${reason} Send the same request again: a processId never creates two transactions.`;
  return new ServiceError('error_unavailable', message, { cause });
}

/**
 * The error of a change that was sent to be committed, when the connection was lost before the answer. Only the
 * database knows whether it is stored.
 */
export function commitUnknown(cause: unknown): ServiceError {
  const message =
    'The connection to the database was lost before it confirmed the change, so it is not known whether the change is stored. Look at what is stored, or send the same request again: a processId never creates two transactions, and a sequence is never used twice.';
  const error = new ServiceError('error_unavailable', message, { cause });
  unknownCommits.add(error);
  return error;
}

const unknownCommits = new WeakSet<ServiceError>();

/** Checks whether a command that failed may nevertheless have been committed. */
export function isCommitUnknown(error: unknown): boolean {
  return error instanceof ServiceError && unknownCommits.has(error);
}

/** Checks whether a command of a SQLite file that failed may have been committed: its thread, or the disk, has failed. */
export function couldBeCommitted(error: unknown): boolean {
  return error instanceof ServiceError && codeOf(error.cause).startsWith('SQLITE_IOERR');
}

/**
 * Returns how much of the waiting work fails for the same reason: everything, the part that needs a locked row, or one
 * item.
 */
export function extentOf(error: unknown): FailureExtent {
  if (!(error instanceof ServiceError) || error.type !== 'error_unavailable') return 'item';
  return locked.has(error) ? 'part' : 'everything';
}
