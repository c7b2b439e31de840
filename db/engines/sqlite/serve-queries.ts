import type { MessagePort } from 'node:worker_threads';
import type Sqlite from 'better-sqlite3';
import { Kysely } from 'kysely';
import type { QueryName } from '../../queries.ts';
import * as queries from '../../query-list.ts';
import type { Database, Tables } from '../../tables.ts';
import { PlainSqliteDialect } from './compiler.ts';
import { isFatal } from './errors.ts';
import { type QueryCall, type Reply, started, type ThreadOptions, toFailure } from './protocol.ts';
import { cacheStatements } from './statement-cache.ts';

type AnyQuery = (db: Database, input: unknown) => Promise<unknown>;
const byName = queries as Readonly<Record<QueryName, AnyQuery>>;
type QueryOfCall = Exclude<QueryCall, { kind: 'close' }>;

interface QueryServer {
  /** Where calls come from and replies go to. */
  readonly port: MessagePort;
  readonly options: ThreadOptions;
  /** Opens a connection that only reads. */
  open(path: string): Sqlite.Database;
}

/**
 * Runs queries and replies to each once. They take turns: a scan that pauses between two pieces lets the others run.
 * The snapshot of a statement begins when it runs, so it has every commit that was acknowledged before its call.
 */
export function serveQueries({ port, options, open }: QueryServer): void {
  let db: Kysely<Tables> | undefined;
  const running = new Set<Promise<void>>();

  function openDatabase(): Kysely<Tables> {
    return new Kysely<Tables>({
      dialect: new PlainSqliteDialect({ database: cacheStatements(open(options.path)) }),
    });
  }

  async function replyTo({ id, name, input }: QueryOfCall): Promise<Reply> {
    let own = db;
    try {
      own = db ??= openDatabase();
      return { id, output: await byName[name](own, input) };
    } catch (error) {
      // After a damaged file the next query needs a new connection. Another query may have opened it already.
      if (isFatal(error) && db === own) {
        db = undefined;
        await own?.destroy();
      }
      return { id, failure: toFailure(error) };
    }
  }

  async function serve(call: QueryOfCall): Promise<void> {
    port.postMessage(await replyTo(call));
  }

  async function close(): Promise<void> {
    await Promise.all(running);
    await db?.destroy();
    port.close();
  }

  port.on('message', (call: QueryCall) => {
    if (call.kind === 'close') {
      void close();
      return;
    }
    const served = serve(call);
    running.add(served);
    void served.finally(() => running.delete(served));
  });
  port.postMessage(started());
}
