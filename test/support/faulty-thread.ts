/** Entry file of a writing thread whose connection fails as a test has planned, see faults.ts. */
import { getEnvironmentData, parentPort, workerData } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import { openWriter } from '../../db/engines/sqlite/connections.ts';
import { serveCommands } from '../../db/engines/sqlite/serve-commands.ts';
import { CELLS, FAULTS, faultsKey } from './fault-cells.ts';
import { withFaults } from './faulty-connection.ts';

const cells = getEnvironmentData(faultsKey(workerData.path)) as Int32Array;

/** Raises the planned fault at this statement. @returns a function to be called after the statement. */
function raiseFault(connection: Sqlite.Database, sql: string): () => void {
  if (sql.startsWith('begin ')) {
    cells[CELLS.statement] = 0;
    const pages = cells[CELLS.maxPages] ?? 0;
    if (pages > 0) connection.pragma(`max_page_count = ${pages}`);
  } else {
    Atomics.add(cells, CELLS.statement, 1);
  }
  if (sql === 'rollback' && (cells[CELLS.failedRollbacks] ?? 0) > 0) {
    Atomics.sub(cells, CELLS.failedRollbacks, 1);
    throw new Sqlite.SqliteError('a rollback that fails in the test', 'SQLITE_ERROR');
  }
  const statement = cells[CELLS.statement] ?? 0;
  if (statement > (cells[CELLS.mostStatements] ?? 0)) cells[CELLS.mostStatements] = statement;
  const fault = FAULTS[cells[CELLS.fault] ?? -1];
  if (!fault || statement !== cells[CELLS.at]) return () => {};
  if ((cells[CELLS.times] ?? 0) <= 0) return () => {};
  Atomics.sub(cells, CELLS.times, 1);
  Atomics.add(cells, CELLS.raised, 1);
  if (fault === 'killed') process.exit(1);
  if (fault === 'killed after') return () => process.exit(1);
  // These make SQLite roll back by itself.
  const rollsBack = fault === 'SQLITE_FULL' || fault === 'SQLITE_IOERR_WRITE';
  if (rollsBack && connection.inTransaction) connection.exec('rollback');
  throw new Sqlite.SqliteError(`a fault of the test: ${fault}`, fault);
}

if (!parentPort) throw new Error('this file is the entry of a worker thread');
serveCommands({
  port: parentPort,
  options: workerData,
  open: (path) => withFaults(openWriter(path), raiseFault),
});
