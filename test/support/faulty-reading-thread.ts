/** Entry file of a reading thread that stops or fails as a test has planned, see reading-faults.ts. */
import type { MessagePort } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import { openReader } from '../../db/engines/sqlite/connections.ts';
import type { ThreadOptions } from '../../db/engines/sqlite/protocol.ts';
import { serveQueries } from '../../db/engines/sqlite/serve-queries.ts';
import { READING_CELLS as CELLS, READING_FAULTS } from './fault-cells.ts';
import { withFaults } from './faulty-connection.ts';
import { serveInTurn } from './reused-thread.ts';

interface FaultyOptions extends ThreadOptions {
  readonly cells: Int32Array;
}

/** Serves one service, whose statements meet the faults of its cells. */
function serve(port: MessagePort, options: FaultyOptions): void {
  const { cells } = options;

  /** Raises the planned fault at this statement. @returns a function to be called after the statement. */
  function raiseFault(): () => void {
    if (Atomics.load(cells, CELLS.isHeld) === 1) {
      Atomics.store(cells, CELLS.isStopped, 1);
      Atomics.wait(cells, CELLS.isHeld, 1);
    }
    const statement = Atomics.add(cells, CELLS.statement, 1);
    const fault = READING_FAULTS[cells[CELLS.fault] ?? -1];
    if (!fault || statement !== cells[CELLS.at]) return () => {};
    Atomics.store(cells, CELLS.fault, -1);
    Atomics.add(cells, CELLS.raised, 1);
    if (fault === 'killed') process.exit(1);
    if (fault === 'killed after') return () => process.exit(1);
    throw new Sqlite.SqliteError(`a fault of the test: ${fault}`, fault);
  }

  serveQueries({ port, options, open: (path) => withFaults(openReader(path), raiseFault) });
}

serveInTurn(serve);
