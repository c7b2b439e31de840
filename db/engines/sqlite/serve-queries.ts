import { Kysely } from 'kysely';
import type { QueryName } from '../../names.ts';
import * as queries from '../../query-list.ts';
import type { Database, Tables } from '../../tables.ts';
import { cacheStatements, PlainSqliteDialect } from './dialect.ts';
import { isFatal } from './errors.ts';
import type { QueryRequest } from './protocol.ts';
import { serveThread, type ThreadStart } from './serve-thread.ts';

type AnyQuery = (db: Database, input: unknown) => Promise<unknown>;
const byName = queries as Readonly<Record<QueryName, AnyQuery>>;

/**
 * Runs queries, which take turns: a scan that pauses between two pieces lets the others run. The snapshot of a statement
 * begins when it runs, so it has every commit that was acknowledged before its call.
 */
export function serveQueries(start: ThreadStart): void {
  serveThread(start, {
    isSerial: false,
    connect(connection) {
      const dialect = new PlainSqliteDialect({ database: cacheStatements(connection) });
      const db = new Kysely<Tables>({ dialect });
      return ({ name, input }: QueryRequest) => byName[name](db, input);
    },
    // After a damaged file the next query needs a new connection.
    mustDrop: isFatal,
  });
}
