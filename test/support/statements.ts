import { Worker } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import { vi } from 'vitest';
import type { Call } from '../../db/engines/sqlite/protocol.ts';
import type { TestService } from '../harness.ts';

/** Statements that no request causes: the version of the directory, and the jobs that look for due rows. */
const BACKGROUND =
  /^pragma data_version|directory_version|^\s*with recursive queues|"(?:expires|ends)_at_ms" <= /;

/**
 * Records the database statements of a service while `work` runs: the SQL of every statement on its reading
 * connection, and the name of every command and query to its threads. All of them run as usual.
 * @param work receives the list of statements, which grows while it runs.
 */
export async function statementsOf<T>(
  { databasePath }: TestService,
  work: (statements: readonly string[]) => Promise<T>,
): Promise<{ result: T; statements: readonly string[] }> {
  const statements: string[] = [];
  const note = (sql: string) => {
    if (!BACKGROUND.test(sql)) statements.push(sql);
  };
  const listeners = [...listenToReader(databasePath, note), listenToThreads(note)];
  try {
    return { result: await work(statements), statements };
  } finally {
    for (const listener of listeners) listener.mockRestore();
  }
}

type Note = (sql: string) => void;

function listenToReader(databasePath: string, note: Note) {
  using connection = disposable(new Sqlite(':memory:'));
  const prototype: Sqlite.Statement = Object.getPrototypeOf(connection.prepare('select 1'));
  return (['all', 'get', 'run', 'iterate'] as const).map((method) => {
    const run = prototype[method];
    return vi.spyOn(prototype, method).mockImplementation(function (this: Sqlite.Statement, ...parameters) {
      if (this.database.name === databasePath) note(this.source);
      return Reflect.apply(run, this, parameters);
    });
  });
}

function listenToThreads(note: Note) {
  const post = Worker.prototype.postMessage;
  return vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (
    this: Worker,
    message,
    ...rest
  ) {
    const call: Call = message;
    if (call.kind === 'command' || call.kind === 'query') note(`${call.kind} ${call.name}`);
    return Reflect.apply(post, this, [message, ...rest]);
  });
}

function disposable(connection: Sqlite.Database): Sqlite.Database & Disposable {
  return Object.assign(connection, { [Symbol.dispose]: () => void connection.close() });
}
