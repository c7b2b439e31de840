import { codeOf, mapDatabaseErrors } from '../database-errors.ts';

/**
 * SQLSTATEs of a server that cannot take the request now: lost connection, too few resources, shut down, failed over
 * to a read-only replica, or a time limit (Appendix A of the PostgreSQL manual).
 */
const UNAVAILABLE = /^(08...|53...|57P0[1-5]|57014|55P03|25006|25P0[2-4]|40001|40P01|3D000|58...|XX...)$/;
const NETWORK =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|EPROTO|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN|ENOENT|ERR_SSL_\w+)$/;
/** The client library gives these no code. */
const CLIENT_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout)/;

/** Another transaction held the lock for longer than the limit. */
export const LOCK_NOT_AVAILABLE = '55P03';

const LASTING = /^(53100|25006|58...|XX00[12])$/;

/** Write failures that last until an operator repairs the disk or the server. */
export const LASTING_FAILURES = {
  codeOf: (error: unknown) => (LASTING.test(codeOf(error)) ? codeOf(error) : undefined),
  damage: /^XX00[12]$/,
};

/** The error of a connection that could not be opened. Its message may be shown to the operator. */
export class ConnectError extends Error {
  readonly code: string;

  constructor(message: string, code: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

/** The error of a commit that the server has not confirmed: only the database knows whether it happened. */
export class CommitUnknownError extends Error {
  constructor(cause: unknown) {
    super('the connection was lost before the server confirmed a commit', { cause });
  }
}

/** Checks whether an error is caused by the server or the way to it, and not by a bug. */
export function isUnavailable(error: unknown): boolean {
  return (
    error instanceof ConnectError ||
    error instanceof CommitUnknownError ||
    UNAVAILABLE.test(codeOf(error)) ||
    isConnectionLost(error)
  );
}

/** Runs work on the database. @throws ServiceError error_unavailable when the server cannot take it now. */
export function available<T>(work: Promise<T>): Promise<T> {
  return mapDatabaseErrors(work, isUnavailable, isLocked);
}

/** Checks whether the server has rolled a transaction back because of another one: it can run again. */
export function isSerializationFailure(error: unknown): boolean {
  return /^(40001|40P01)$/.test(codeOf(error));
}

/** The message of a statement whose database counts days by another time zone than its command. */
export const TIME_ZONE_OUTDATED =
  'the database is counted by the days of another TIME_ZONE: restart the service';

/** Checks whether a command counts days by another time zone than the database: it would fail every time. */
export function isTimeZoneOutdated(error: unknown): boolean {
  return isSerializationFailure(error) && error instanceof Error && error.message === TIME_ZONE_OUTDATED;
}

/** Checks whether the connection of a statement has ended, so that the statement may have run or not. */
export function isConnectionLost(error: unknown): boolean {
  // No statement was sent: all servers of the URL were tried.
  if (error instanceof ConnectError) return false;
  const code = codeOf(error);
  if (/^(08...|57P0[1-5]|25P03)$/.test(code) || NETWORK.test(code)) return true;
  return error instanceof Error && code === '' && CLIENT_MESSAGES.test(error.message);
}

/**
 * Checks whether a statement failed because of a lock: it waited for too long, or there was a deadlock or a conflict.
 */
export function isLocked(error: unknown): boolean {
  return codeOf(error) === LOCK_NOT_AVAILABLE || isSerializationFailure(error);
}

/** Checks whether a statement failed before it was sent, on a connection that had ended before. */
export function isUnsent(error: unknown): boolean {
  return (
    error instanceof Error && /^Client (has encountered a connection error|was closed)/.test(error.message)
  );
}

/**
 * Checks whether the connection must not be used again, though it still works: its server has become a read-only
 * replica, or a statement that is prepared there no longer fits the tables.
 */
export function isConnectionStale(error: unknown): boolean {
  return codeOf(error) === '25006' || isPlanOutdated(error);
}

/** Checks whether a statement was refused because a migration has changed its table since it was prepared. */
export function isPlanOutdated(error: unknown): boolean {
  return error instanceof Error && /^cached plan must not change result type/.test(error.message);
}

/** Checks whether a pooler has led a connection to a session that has other prepared statements. */
export function isSessionMixedUp(error: unknown): boolean {
  return /^(26000|42P05)$/.test(codeOf(error));
}

/** Removes the values of a row that a server repeats in its messages: logs hold no IBAN and no name. */
export function withoutValues(error: unknown): unknown {
  if (error instanceof Error)
    for (const name of ['detail', 'where', 'internalQuery']) Reflect.deleteProperty(error, name);
  return error;
}
