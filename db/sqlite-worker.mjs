// @ts-check
// Plain JavaScript, because a worker thread starts without the loaders that run TypeScript in tests.
import { parentPort, workerData } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';

/**
 * @typedef {{ id: number, sql: string, parameters?: readonly unknown[], begins?: true }} Request
 * @typedef {{ path: string, pragmas: readonly string[], cachedStatements: number }} Options
 */

/** @type {Options} */
const { path, pragmas, cachedStatements } = workerData;
const connection = new Sqlite(path);
for (const pragma of pragmas) connection.pragma(pragma);

/** @type {Map<string, import('better-sqlite3').Statement<unknown[]>>} */
const statements = new Map();

/** The prepared statement of a text, the least recently used dropped first. @param {string} sql */
function prepare(sql) {
  const statement = statements.get(sql) ?? connection.prepare(sql);
  statements.delete(sql);
  statements.set(sql, statement);
  if (statements.size > cachedStatements) statements.delete(statements.keys().next().value ?? '');
  return statement;
}

/** Why the transaction that is to be had could not begin. @type {unknown} */
let notBegun;
/** Whether the statements that come now belong to a transaction. */
let isInside = false;

/** @param {Request} request */
function run({ id, sql, parameters = [], begins }) {
  if (sql === 'rollback') {
    notBegun = undefined;
    isInside = false;
    // A full disk makes SQLite roll back by itself; a second rollback would hide why.
    if (!connection.inTransaction) return { id, rows: [], changes: 0 };
  }
  if (begins) return begin(id, sql);
  // Without its transaction each of these statements would be committed by itself.
  if (notBegun !== undefined) throw notBegun;
  // SQLite rolls back by itself when the disk fails: what comes behind that would be committed by itself, too.
  if (isInside && !connection.inTransaction)
    throw new Sqlite.SqliteError('the transaction was rolled back by the database', 'SQLITE_IOERR');
  if (sql === 'commit') isInside = false;
  const statement = prepare(sql);
  if (statement.reader) return { id, rows: statement.all(...parameters), changes: 0 };
  return { id, rows: [], changes: statement.run(...parameters).changes };
}

/** @param {number} id @param {string} sql */
function begin(id, sql) {
  try {
    notBegun = undefined;
    isInside = false;
    const { changes } = prepare(sql).run();
    isInside = true;
    return { id, rows: [], changes };
  } catch (error) {
    notBegun = error;
    throw error;
  }
}

parentPort?.on('message', (/** @type {Request | 'close'} */ request) => {
  if (request === 'close') {
    connection.close();
    parentPort?.close();
    return;
  }
  try {
    parentPort?.postMessage(run(request));
  } catch (error) {
    const code = error instanceof Sqlite.SqliteError ? error.code : undefined;
    const message = error instanceof Error ? error.message : String(error);
    parentPort?.postMessage({ id: request.id, failure: { code, message } });
  }
});
