import type { MessagePort } from 'node:worker_threads';
import type Sqlite from 'better-sqlite3';
import { refuseReplaced } from './connections.ts';
import { type CallOf, type Reply, type Request, started, type ThreadOptions, toFailure } from './protocol.ts';

/** The port and the options of a thread, and how it opens its connection. */
export interface ThreadStart {
  /** Where calls come from and replies go to. */
  readonly port: MessagePort;
  readonly options: ThreadOptions;
  open(path: string): Sqlite.Database;
}

/** Runs a request. The time of its arrival is of `performance.now`. */
type Run<R> = (request: R, arrivedAtMs: number) => unknown;

interface ThreadWork<R> {
  /** Whether requests run one after another. Else they take turns: one that waits lets the others run. */
  readonly isSerial: boolean;
  /** Returns the function that runs requests over a connection. */
  connect(connection: Sqlite.Database): Run<R>;
  /** Whether other requests need a new connection after this error. */
  mustDrop(error: unknown, connection: Sqlite.Database): boolean;
}

/** Runs requests and replies to each once. The first one opens the connection. */
export function serveThread<R extends Request>(
  { port, options, open }: ThreadStart,
  { isSerial, connect, mustDrop }: ThreadWork<R>,
): void {
  let current: { readonly connection: Sqlite.Database; readonly run: Run<R> } | undefined;
  /** Resolves once all requests so far have their replies. */
  let done: Promise<void> = Promise.resolve();

  function openConnection() {
    const { path, file } = options;
    // SQLite would make a missing file, and copy the log into another one: once moved back, the file lacks its commits.
    if (file !== undefined) refuseReplaced(path, file);
    const connection = open(path);
    return { connection, run: connect(connection) };
  }

  async function replyTo(id: number, request: R, arrivedAtMs: number): Promise<Reply> {
    let own = current;
    try {
      own = current ??= openConnection();
      return { id, output: await own.run(request, arrivedAtMs) };
    } catch (error) {
      // Another request may have opened a new one already.
      if (own && own === current && mustDrop(error, own.connection)) {
        current = undefined;
        own.connection.close();
      }
      return { id, failure: toFailure(error) };
    }
  }

  function close(): void {
    current?.connection.close();
    port.close();
  }

  port.on('message', (call: CallOf<R>) => {
    if (call.kind === 'close') return void done.then(close);
    const arrivedAtMs = performance.now();
    const serve = async () => port.postMessage(await replyTo(call.id, call, arrivedAtMs));
    done = isSerial ? done.then(serve) : Promise.all([done, serve()]).then(() => {});
  });
  port.postMessage(started());
}
