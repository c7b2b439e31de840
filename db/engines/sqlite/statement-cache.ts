import type Sqlite from 'better-sqlite3';

const MAX_STATEMENTS = 400;

/** Prepared statements of one connection, by their SQL. */
export interface StatementCache {
  prepare(sql: string): Sqlite.Statement<unknown[]>;
  close(): void;
}

/** Caches prepared statements. The least recently used one is dropped first. */
export function cacheStatements(connection: Sqlite.Database): StatementCache {
  const statements = new Map<string, Sqlite.Statement<unknown[]>>();
  return {
    prepare(sql) {
      const statement = statements.get(sql) ?? connection.prepare<unknown[]>(sql);
      statements.delete(sql);
      statements.set(sql, statement);
      if (statements.size > MAX_STATEMENTS) statements.delete(statements.keys().next().value ?? '');
      return statement;
    },
    close: () => void connection.close(),
  };
}
