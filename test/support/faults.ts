import { setEnvironmentData } from 'node:worker_threads';
import { bundleThread } from '../../db/engines/sqlite/bundle-thread.dev.ts';
import { CELLS, FAULTS, type Fault, faultsKey } from './fault-cells.ts';
import type { Faults } from './fault-plan.ts';
import { preparePostgresFaults } from './postgres-faults.ts';
import { isPostgresUrl } from './rows-of.ts';

let bundled: Promise<URL> | undefined;

/** Returns the entry file of faulty threads. It is bundled once: a test may kill hundreds of them. */
function faultyThread(): Promise<URL> {
  bundled ??= bundleThread(new URL('./faulty-thread.ts', import.meta.url));
  return bundled;
}

/** Prepares faults for a database. The service must be started with their `engine`. */
export function prepareFaults(databasePath: string): Faults {
  if (isPostgresUrl(databasePath)) return preparePostgresFaults();
  const cells = new Int32Array(new SharedArrayBuffer(4 * Object.keys(CELLS).length));
  cells[CELLS.fault] = -1;
  setEnvironmentData(faultsKey(databasePath), cells);
  return {
    engine: { writingThread: faultyThread },
    plan({ fault, at, times = 1 }) {
      cells[CELLS.fault] = (FAULTS as readonly Fault[]).indexOf(fault);
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
