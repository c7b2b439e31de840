import { ServiceError } from '../src/domain/errors.ts';

/**
 * Turns the failures of a database that is locked, full, damaged or down into what a caller may see and retry.
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

/** The same for what needs no waiting. */
export function mapDatabaseErrorsOf<T>(work: () => T, isUnavailable: (error: unknown) => boolean): T {
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
 * The failure of a request that the database cannot take now. It does not say that nothing was changed: a disk
 * that fails in the middle of a commit leaves that open until the same request is sent again.
 */
export function unavailable(reason: string, cause?: unknown): ServiceError {
  const message = `${reason} Send the same request again: a processId never creates two transactions.`;
  return new ServiceError('error_unavailable', message, { cause });
}

/** Whether a failure is the database that cannot take anything now. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return error instanceof ServiceError && error.type === 'error_unavailable';
}
