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

/** The faults of a statement of PostgreSQL: error codes of the server, and a connection that is lost. */
export const POSTGRES_FAULTS = ['P0001', '53100', '57014', '40001', '40P01', 'lost', 'lost after'] as const;

export type SqliteFault = (typeof FAULTS)[number];
export type Fault = SqliteFault | (typeof POSTGRES_FAULTS)[number];

export const CELLS = {
  /** The index of the fault in the list; -1 for none. */
  fault: 0,
  /** The number of the statement in its command; 0 is its begin, and -1 any commit. */
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
  /** 1 if a thread that is killed only loses its connection and its port. */
  keepsThread: 8,
  /** 1 while the thread stops after its begin. */
  isHeld: 9,
} as const;

/** The faults of a statement of the reading thread. */
export const READING_FAULTS = [
  'SQLITE_BUSY',
  'SQLITE_IOERR_READ',
  'SQLITE_CORRUPT',
  'SQLITE_NOMEM',
  'killed',
  'killed after',
] as const;

export type ReadingFault = (typeof READING_FAULTS)[number];

export const READING_CELLS = {
  /** The index of the fault in the list; -1 for none. It is raised once. */
  fault: 0,
  /** The number of the statement that meets it. */
  at: 1,
  /** How many statements have run since the fault was planned. */
  statement: 2,
  /** How many times it was raised. */
  raised: 3,
  /** 1 while the thread must stop at its next statement. */
  isHeld: 4,
  /** 1 once it has stopped. */
  isStopped: 5,
} as const;
