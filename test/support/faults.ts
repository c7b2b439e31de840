import { setEnvironmentData } from 'node:worker_threads';
import type { SqliteOptions } from '../../db/engines/sqlite/sqlite.ts';
import { bundle } from '../../db/engines/sqlite/thread-file.ts';
import { CELLS, FAULTS, type Fault, faultsKey } from './fault-cells.ts';

export interface FaultPlan {
  readonly fault: Fault;
  /** At which statement of a command; 0 is its begin. */
  readonly at: number;
  /** How often; once by default. */
  readonly times?: number;
}

/** Makes the writing thread of a database meet faults. */
export interface Faults {
  /** For the engine of the service. */
  readonly engine: Pick<SqliteOptions, 'thread'>;
  /** Has a statement of the commands that follow fail. */
  plan(plan: FaultPlan): void;
  /** Lets all statements succeed again. @returns how often the planned fault was met. */
  clear(): number;
  /** How many statements the longest command since the last call had, its begin and its commit included. */
  countStatements(): number;
  /** Has so many rollbacks fail. */
  failRollbacks(count: number): void;
  /** Lets the database have so many pages from the next command on. */
  limitPages(pages: number): void;
}

let bundled: Promise<URL> | undefined;

/** The file that faulty threads start with, made once: a test may kill hundreds of them. */
function faultyThread(): Promise<URL> {
  bundled ??= bundle(new URL('./faulty-thread.ts', import.meta.url));
  return bundled;
}

/** Prepares faults for a database. The service that opens it must be given their engine. */
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
      cells[CELLS.met] = 0;
    },
    clear() {
      cells[CELLS.fault] = -1;
      return cells[CELLS.met] ?? 0;
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
