import type { Database } from '../tables.ts';
import type { EngineSql } from './engine-sql.ts';
import { isPostgres } from './is-postgres.ts';
import { postgresSql } from './postgres/sql.ts';
import { sqliteSql } from './sqlite/sql.ts';

type Statement = (db: Database, ...input: unknown[]) => unknown;

/** A statement of the engine that a handle belongs to. */
function statement<N extends keyof EngineSql>(name: N): EngineSql[N] {
  const run: Statement = (db, ...input) =>
    ((isPostgres(db) ? postgresSql : sqliteSql)[name] as Statement)(db, ...input);
  return run as EngineSql[N];
}

// What callers know of the engines: see engine-sql.ts.
export const lockTransactions = statement('lockTransactions');
export const lockOutWriters = statement('lockOutWriters');
export const joinWriters = statement('joinWriters');
export const expectTimeZone = statement('expectTimeZone');
export const lockPolicies = statement('lockPolicies');
export const lockImports = statement('lockImports');
export const lockCredits = statement('lockCredits');
export const nextNumbers = statement('nextNumbers');
export const raiseNumbers = statement('raiseNumbers');
export const hasServices = statement('hasServices');
