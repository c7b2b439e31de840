import type { Database } from '../tables.ts';
import type { EngineSql } from './engine-sql.ts';
import { isPostgres } from './is-postgres.ts';
import { postgresSql } from './postgres/sql.ts';
import { sqliteSql } from './sqlite/sql.ts';

/** The SQL of the engine that a handle belongs to. */
function engineSqlOf(db: Database): EngineSql {
  return isPostgres(db) ? postgresSql : sqliteSql;
}

// What callers know of the engines: see engine-sql.ts.
export const lockTransactions: EngineSql['lockTransactions'] = (trx, ids) =>
  engineSqlOf(trx).lockTransactions(trx, ids);
export const lockOutWriters: EngineSql['lockOutWriters'] = (trx) => engineSqlOf(trx).lockOutWriters(trx);
export const joinWriters: EngineSql['joinWriters'] = (trx) => engineSqlOf(trx).joinWriters(trx);
export const expectTimeZone: EngineSql['expectTimeZone'] = (trx, timeZone) =>
  engineSqlOf(trx).expectTimeZone(trx, timeZone);
export const lockPolicies: EngineSql['lockPolicies'] = (trx, mode) =>
  engineSqlOf(trx).lockPolicies(trx, mode);
export const lockImports: EngineSql['lockImports'] = (trx) => engineSqlOf(trx).lockImports(trx);
export const lockCredits: EngineSql['lockCredits'] = (trx, accountIds) =>
  engineSqlOf(trx).lockCredits(trx, accountIds);
export const nextNumbers: EngineSql['nextNumbers'] = (trx, count) => engineSqlOf(trx).nextNumbers(trx, count);
export const raiseNumbers: EngineSql['raiseNumbers'] = (trx, number) =>
  engineSqlOf(trx).raiseNumbers(trx, number);
export const hasServices: EngineSql['hasServices'] = (trx) => engineSqlOf(trx).hasServices(trx);
