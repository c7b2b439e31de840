import { AsyncLocalStorage } from 'node:async_hooks';
import { Worker } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { vi } from 'vitest';
import * as commands from '../../db/command-list.ts';
import type { Call } from '../../db/engines/sqlite/protocol.ts';
import * as queries from '../../db/query-list.ts';
import type { TestService } from '../harness.ts';
import { isPostgresUrl } from './rows-of.ts';
import { UsedThread } from './thread-pool.ts';

/**
 * Statements that no request causes: those of new connections, of the version of the directory, of jobs that look for
 * due rows, and of readers that look for changes without a message.
 */
const BACKGROUND =
  /^pragma data_version|'visits'|getdatabaseencoding|directory_version|^\s*with recursive queues|"expires_at_ms" <= |from "planned_transitions" where \("due_at_ms" <= |"matched_at_ms" is null|feed_end\(\) as "feedEnd"|^query findExpired$/;

/**
 * Records the database statements of a service while `work` runs: the SQL of every statement on its reading
 * connection, and the name of every command and query that runs elsewhere. All of them run as usual.
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
  const listeners = isPostgresUrl(databasePath)
    ? listenToPools(databasePath, note)
    : [...listenToReader(databasePath, note), ...listenToThreads(note)];
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

/** The calls of threads that have one service, and of those that serve one after another. */
function listenToThreads(note: Note) {
  const noteCall = (call: Call) => {
    if (call.kind === 'command' || call.kind === 'query') note(`${call.kind} ${call.name}`);
  };
  const [post, postToUsed] = [Worker.prototype.postMessage, UsedThread.prototype.postMessage];
  return [
    vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker, message, ...rest) {
      noteCall(message);
      return Reflect.apply(post, this, [message, ...rest]);
    }),
    vi.spyOn(UsedThread.prototype, 'postMessage').mockImplementation(function (this: UsedThread, call) {
      noteCall(call);
      return Reflect.apply(postToUsed, this, [call]);
    }),
  ];
}

/** The statements of a command or a query are not recorded, as those in a thread are not. */
function listenToPools(databaseUrl: string, note: Note) {
  const named = new AsyncLocalStorage<true>();
  const database = new URL(databaseUrl).pathname.slice(1);
  const send = pg.Client.prototype.query;
  const statements = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...parameters: readonly unknown[]
  ) {
    const [query] = parameters as readonly [string | pg.QueryConfig];
    if (this.database === database && !named.getStore() && !isSession(this))
      note(typeof query === 'string' ? query : query.text);
    return Reflect.apply(send, this, parameters);
  } as typeof send);
  return [statements, ...listenTo('command', commands), ...listenTo('query', queries)];

  function listenTo(kind: Call['kind'], functions: Readonly<Record<string, (...input: never[]) => unknown>>) {
    return Object.entries(functions).map(([name, run]) =>
      vi.spyOn(functions, name).mockImplementation((...input) => {
        note(`${kind} ${name}`);
        return named.run(true, () => run(...input));
      }),
    );
  }
}

/** Checks whether a connection is the one outside the pools, which beats and listens without a request. */
function isSession(client: pg.Client): boolean {
  const { connectionParameters } = client as unknown as {
    readonly connectionParameters: { readonly application_name?: string };
  };
  return connectionParameters.application_name === 'bank-transfers session';
}

function disposable(connection: Sqlite.Database): Sqlite.Database & Disposable {
  return Object.assign(connection, { [Symbol.dispose]: () => void connection.close() });
}
