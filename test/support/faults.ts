import { CELLS, FAULTS, type Fault } from './fault-cells.ts';
import type { Faults } from './fault-plan.ts';
import { preparePostgresFaults } from './postgres-faults.ts';
import { isPostgresUrl } from './rows-of.ts';
import { reused, usedAgainWith } from './thread-pool.ts';

const FAULTY = new URL('./faulty-thread.ts', import.meta.url);

/** Prepares faults for a database. The service must be started with their `engine`. */
export function prepareFaults(databasePath: string): Faults {
  if (isPostgresUrl(databasePath)) return preparePostgresFaults();
  const cells = new Int32Array(new SharedArrayBuffer(4 * Object.keys(CELLS).length));
  cells[CELLS.fault] = -1;
  return {
    engine: { ...usedAgainWith(cells), writingThread: () => reused(FAULTY) },
    plan({ fault, at, times = 1, keepsThread = false }) {
      cells[CELLS.keepsThread] = keepsThread ? 1 : 0;
      cells[CELLS.fault] = (FAULTS as readonly Fault[]).indexOf(fault);
      cells[CELLS.at] = at === 'commit' ? -1 : at;
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
    hold(isHolding) {
      Atomics.store(cells, CELLS.isHeld, isHolding ? 1 : 0);
      Atomics.notify(cells, CELLS.isHeld);
    },
    limitPages(pages) {
      cells[CELLS.maxPages] = pages;
    },
  };
}
