/** Entry file of writing threads whose connections fail as a test has planned, see faults.ts. */
import type { MessagePort } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import { openWriter } from '../../db/engines/sqlite/connections.ts';
import type { ThreadOptions } from '../../db/engines/sqlite/protocol.ts';
import { serveCommands } from '../../db/engines/sqlite/serve-commands.ts';
import { CELLS, FAULTS } from './fault-cells.ts';
import { withFaults } from './faulty-connection.ts';
import { serveInTurn } from './reused-thread.ts';

interface FaultyOptions extends ThreadOptions {
  readonly cells: Int32Array;
}

/** Serves one service, whose statements meet the faults of its cells. */
function serve(port: MessagePort, options: FaultyOptions): void {
  const { cells } = options;
  let isDead = false;

  /** Frees everything that the thread holds for the service, as the end of the thread would. */
  function kill(connection: Sqlite.Database): never {
    if (cells[CELLS.keepsThread] !== 1) process.exit(1);
    isDead = true;
    connection.close();
    port.close();
    throw new Error('killed by the test');
  }

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
    if (statement > 0) Atomics.wait(cells, CELLS.isHeld, 1);
    const fault = FAULTS[cells[CELLS.fault] ?? -1];
    const at = cells[CELLS.at];
    const isPlanned = at === -1 ? sql === 'commit' : at === statement;
    if (!fault || !isPlanned) return () => {};
    if ((cells[CELLS.times] ?? 0) <= 0) return () => {};
    Atomics.sub(cells, CELLS.times, 1);
    Atomics.add(cells, CELLS.raised, 1);
    if (fault === 'killed') kill(connection);
    if (fault === 'killed after') return () => kill(connection);
    // With these errors SQLite rolls back by itself.
    const rollsBack = fault === 'SQLITE_FULL' || fault === 'SQLITE_IOERR_WRITE';
    if (rollsBack && connection.inTransaction) connection.exec('rollback');
    throw new Sqlite.SqliteError(`a fault of the test: ${fault}`, fault);
  }

  serveCommands({
    port,
    options,
    open(path) {
      // A command that waited behind the last one finds nothing.
      if (isDead) throw new Error('killed by the test');
      return withFaults(openWriter(path), raiseFault);
    },
  });
}

serveInTurn(serve);
