/** Shared memory between a test and its faulty thread. */

/** The faults of a statement. Those that begin with SQLITE are error codes of SQLite. */
export const FAULTS = [
  'SQLITE_CONSTRAINT_TRIGGER',
  'SQLITE_FULL',
  'SQLITE_BUSY',
  'SQLITE_IOERR_READ',
  'SQLITE_IOERR_WRITE',
  'SQLITE_CORRUPT',
  'killed',
  'killed after',
] as const;

export type Fault = (typeof FAULTS)[number];

export const CELLS = {
  /** The index of the fault in the list; -1 for none. */
  fault: 0,
  /** The number of the statement in its command; 0 is its begin. */
  at: 1,
  /** The remaining number of times to raise the fault. */
  times: 2,
  /** The number of times it was raised. */
  raised: 3,
  /** The number of the running statement. */
  statement: 4,
  /** The highest number of a statement since this was last set to 0. */
  mostStatements: 5,
  /** The most pages of the database from the next command on; 0 for no change. */
  maxPages: 6,
  /** The remaining number of rollbacks to fail. */
  failedRollbacks: 7,
} as const;

/** The key of environment data under which a thread finds the cells of its database. */
export function faultsKey(databasePath: string): string {
  return `faults of ${databasePath}`;
}
