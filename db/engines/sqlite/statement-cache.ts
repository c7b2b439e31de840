import type Sqlite from 'better-sqlite3';
import { keepLast } from '../../../src/kernel/keep-last.ts';

const MAX_STATEMENTS = 400;

/** Prepared statements of one connection, by their SQL. */
export interface StatementCache {
  prepare(sql: string): Sqlite.Statement<unknown[]>;
  close(): void;
}

/** Caches prepared statements. The least recently used one is dropped first. */
export function cacheStatements(connection: Sqlite.Database): StatementCache {
  return {
    prepare: keepLast(MAX_STATEMENTS, (sql) => connection.prepare<unknown[]>(sql)),
    close: () => void connection.close(),
  };
}
