/** What both sides of a faulty thread know: its cells in shared memory. */

/** The faults that a statement can meet. A code is what SQLite throws with. */
export const FAULTS = [
  'SQLITE_CONSTRAINT_TRIGGER',
  'SQLITE_FULL',
  'SQLITE_BUSY',
  'SQLITE_IOERR_READ',
  'SQLITE_IOERR_WRITE',
  'SQLITE_CORRUPT',
  'killed',
  'killed behind',
] as const;

export type Fault = (typeof FAULTS)[number];

export const CELLS = {
  /** The index of the fault in the list; -1 for none. */
  fault: 0,
  /** At which statement of a command; 0 is its begin. */
  at: 1,
  /** How often the fault is still to be met. */
  times: 2,
  /** How often it was met. */
  met: 3,
  /** The number of the statement that runs. */
  statement: 4,
  /** The highest number of a statement since the cells were set. */
  mostStatements: 5,
  /** How many pages the database may have from the next command on; 0 leaves it as it is. */
  maxPages: 6,
  /** How many rollbacks are still to fail. */
  failedRollbacks: 7,
} as const;

/** Where a thread finds the cells of its database. */
export function faultsKey(databasePath: string): string {
  return `faults of ${databasePath}`;
}
