import { setEnvironmentData } from 'node:worker_threads';
import { bundleThread } from '../../db/engines/sqlite/bundle-thread.dev.ts';
import type { SqliteOptions } from '../../db/engines/sqlite/sqlite.ts';
import { CELLS, FAULTS, type Fault, faultsKey } from './fault-cells.ts';

export interface FaultPlan {
  readonly fault: Fault;
  /** The number of the statement in its command; 0 is its begin. */
  readonly at: number;
  /** The number of times; once by default. */
  readonly times?: number;
}

/** Raises faults in the writing thread of a database. */
export interface Faults {
  /** Options for the engine of the service. */
  readonly engine: Pick<SqliteOptions, 'thread'>;
  /** Makes a statement of the next commands fail. */
  plan(plan: FaultPlan): void;
  /** Lets all statements succeed again. @returns how often the planned fault was raised. */
  clear(): number;
  /** Counts the statements of the longest command since the last call, with its begin and its commit. */
  countStatements(): number;
  /** Makes the next rollbacks fail. */
  failRollbacks(count: number): void;
  /** Limits the pages of the database from the next command on. */
  limitPages(pages: number): void;
}

let bundled: Promise<URL> | undefined;

/** Returns the entry file of faulty threads. It is bundled once: a test may kill hundreds of them. */
function faultyThread(): Promise<URL> {
  bundled ??= bundleThread(new URL('./faulty-thread.ts', import.meta.url));
  return bundled;
}

/** Prepares faults for a database. The service must be started with their `engine`. */
export function prepareFaults(databasePath: string): Faults {
  const cells = new Int32Array(new SharedArrayBuffer(4 * Object.keys(CELLS).length));
  cells[CELLS.fault] = -1;
  setEnvironmentData(faultsKey(databasePath), cells);
  return {
    engine: { thread: faultyThread },
    plan({ fault, at, times = 1 }) {
      cells[CELLS.fault] = FAULTS.indexOf(fault);
      cells[CELLS.at] = at;
      cells[CELLS.times] = times;
      cells[CELLS.raised] = 0;
    },
    clear() {
      cells[CELLS.fault] = -1;
      return cells[CELLS.raised] ?? 0;
    },
    countStatements() {
      const most = cells[CELLS.mostStatements] ?? 0;
      cells[CELLS.mostStatements] = 0;
      return most + 1;
    },
    failRollbacks(count) {
      cells[CELLS.failedRollbacks] = count;
    },
    limitPages(pages) {
      cells[CELLS.maxPages] = pages;
    },
  };
}
