import { ServiceError } from '../src/domain/errors.ts';
import type { Engine } from './dialect.ts';

/** Turns the failures of a database that is locked, full or down into what a caller may see and retry. */
export async function available<T>(engine: Engine, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (engine.isUnavailable(error)) throw unavailable('The database cannot take the request now.', error);
    throw error;
  }
}

/**
 * The failure of a request that the database cannot take now. It does not say that nothing was changed: a disk
 * that fails in the middle of a commit leaves that open until the same request is sent again.
 */
export function unavailable(reason: string, cause?: unknown): ServiceError {
  const message = `${reason} Send the same request again: a processId never creates two transactions.`;
  return new ServiceError('error_unavailable', message, { retryAfterSeconds: 1, cause });
}
