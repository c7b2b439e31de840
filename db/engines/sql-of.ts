import type { EngineSql } from '../sql/engine-sql.ts';
import { isPostgres } from '../sql/is-postgres.ts';
import type { Database } from '../tables.ts';
import { postgresSql } from './postgres/sql.ts';
import { sqliteSql } from './sqlite/sql.ts';

/** The SQL of the engine that a handle belongs to. */
export function engineSqlOf(db: Database): EngineSql {
  return isPostgres(db) ? postgresSql : sqliteSql;
}
