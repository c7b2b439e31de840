import type { Database } from '../tables.ts';
import { type EngineSql, isPostgres } from './engine-sql.ts';
import { postgresSql } from './postgres/sql.ts';
import { sqliteSql } from './sqlite/sql.ts';

/** A statement of the engine that a handle belongs to. */
function statement<I extends unknown[], R>(pick: (engine: EngineSql) => (db: Database, ...input: I) => R) {
  return (db: Database, ...input: I) => pick(isPostgres(db) ? postgresSql : sqliteSql)(db, ...input);
}

// What callers know of the engines: see engine-sql.ts.
export const lockTransactions = statement((engine) => engine.lockTransactions);
export const lockOutWriters = statement((engine) => engine.lockOutWriters);
export const joinWriters = statement((engine) => engine.joinWriters);
export const expectTimeZone = statement((engine) => engine.expectTimeZone);
export const lockPolicies = statement((engine) => engine.lockPolicies);
export const lockImports = statement((engine) => engine.lockImports);
export const lockCredits = statement((engine) => engine.lockCredits);
export const nextNumbers = statement((engine) => engine.nextNumbers);
export const raiseNumbers = statement((engine) => engine.raiseNumbers);
export const hasServices = statement((engine) => engine.hasServices);
export const hasTable = statement((engine) => engine.hasTable);
