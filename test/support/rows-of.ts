import Sqlite from 'better-sqlite3';
import { Kysely, type LogEvent } from 'kysely';
import { openPool } from '../../db/engines/postgres/connections.ts';
import { PooledDialect } from '../../db/engines/postgres/dialect.ts';
import { PlainSqliteDialect } from '../../db/engines/sqlite/dialect.ts';
import type { Database, Tables } from '../../db/tables.ts';

/** Time that a statement of a test waits for a lock of the service. */
const LOCK_TIMEOUT_MS = 5_000;
/** The seconds that it waits for its turn: a test may read a thousand times at once over one connection. */
const PATIENCE = 'connect_timeout=30';

/** Checks whether a value of DATABASE_URL leads to PostgreSQL. */
export const isPostgresUrl = (url: string): boolean => /^postgres(ql)?:/.test(url);

/**
 * Opens a database next to the service, with its own connection, which sees only committed rows. It can write, as
 * another program could.
 * @param url the value of DATABASE_URL: the path of a file, or the URL of a PostgreSQL database.
 * @param log is called after each statement, which waits for it.
 */
export function openDatabase(url: string, log: (event: LogEvent) => unknown = () => {}): Database {
  return new Kysely<Tables>({
    dialect: dialectOf(url),
    async log(event) {
      await log(event);
    },
  });
}

/** Runs work on a database next to the service, on its own connection. */
export async function withDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase(url);
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** All rows of some tables, as text. */
export function storedText(url: string, tables: readonly (keyof Tables)[]): Promise<string> {
  return withDatabase(url, async (db) => {
    const stored: unknown[] = [];
    for (const table of tables)
      stored.push(
        await db
          .selectFrom(table as 'events')
          .selectAll()
          .execute(),
      );
    return JSON.stringify(stored);
  });
}

function dialectOf(url: string): PlainSqliteDialect | PooledDialect {
  if (!isPostgresUrl(url))
    return new PlainSqliteDialect({ database: new Sqlite(url, { timeout: LOCK_TIMEOUT_MS }) });
  const patient = url.includes('connect_timeout=') ? url : url + (url.includes('?') ? '&' : '?') + PATIENCE;
  return new PooledDialect(
    openPool({
      url: patient,
      size: 1,
      // Tests fill tables, which takes long on a busy machine.
      statementTimeoutMs: 0,
      lockTimeoutMs: LOCK_TIMEOUT_MS,
      applicationName: 'bank-transfers test',
    }),
  );
}
