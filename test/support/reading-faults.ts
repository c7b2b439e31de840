import { expect } from 'vitest';
import type { SqliteOptions } from '../../db/engines/sqlite/sqlite.ts';
import type { StartThread } from '../../db/engines/sqlite/thread-host.ts';
import { READING_CELLS, READING_FAULTS, type ReadingFault } from './fault-cells.ts';
import { reused, usedAgainWith } from './thread-pool.ts';

const FAULTY = new URL('./faulty-reading-thread.ts', import.meta.url);

/** Holds the reading thread of a database, or raises faults in it. */
export interface ReadingFaults {
  /** Options for the engine of the service. */
  readonly engine: Partial<SqliteOptions> & { readonly startThread: StartThread };
  /** Makes the statement with this number, counted from now on, fail once. */
  plan(fault: ReadingFault, at?: number): void;
  /** Lets all statements succeed again. @returns how often the planned fault was raised. */
  clear(): number;
  /** Stops the thread at its next statement, until the test resumes it. */
  hold(): void;
  /** Resolves once the thread has stopped at a statement. */
  isHeld(): Promise<void>;
  release(): void;
}

/** Prepares the faults. The service must be started with their `engine`. */
export function prepareReadingFaults(): ReadingFaults {
  const cells = new Int32Array(new SharedArrayBuffer(4 * Object.keys(READING_CELLS).length));
  cells[READING_CELLS.fault] = -1;
  return {
    engine: { ...usedAgainWith(cells), readingThread: () => reused(FAULTY) },
    plan(fault, at = 0) {
      cells[READING_CELLS.at] = at;
      cells[READING_CELLS.statement] = 0;
      cells[READING_CELLS.raised] = 0;
      cells[READING_CELLS.fault] = READING_FAULTS.indexOf(fault);
    },
    clear() {
      cells[READING_CELLS.fault] = -1;
      return cells[READING_CELLS.raised] ?? 0;
    },
    hold() {
      Atomics.store(cells, READING_CELLS.isStopped, 0);
      Atomics.store(cells, READING_CELLS.isHeld, 1);
    },
    isHeld: () =>
      expect.poll(() => Atomics.load(cells, READING_CELLS.isStopped), { timeout: 20_000 }).toBe(1),
    release() {
      Atomics.store(cells, READING_CELLS.isHeld, 0);
      Atomics.notify(cells, READING_CELLS.isHeld);
    },
  };
}
