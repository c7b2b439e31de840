import { ServiceError } from '../src/domain/errors.ts';

/**
 * Maps the errors of a locked, full, damaged or missing database to one that a caller may see and retry.
 * @throws ServiceError error_unavailable.
 */
export async function mapDatabaseErrors<T>(
  work: Promise<T>,
  isUnavailable: (error: unknown) => boolean,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw isUnavailable(error) ? databaseUnavailable(error) : error;
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

/** Checks whether the error means that the database can take no request now. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return error instanceof ServiceError && error.type === 'error_unavailable';
}
