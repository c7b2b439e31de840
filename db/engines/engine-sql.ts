import { PostgresAdapter, type QueryExecutorProvider } from 'kysely';
import type { Database } from '../tables.ts';

/** Whether a handle belongs to a PostgreSQL database. */
export function isPostgres(db: QueryExecutorProvider): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/** The few statements in which the engines differ. */
export interface EngineSql {
  /**
   * Locks transactions in the order of their ids, until the command ends. A command that decides by their events, plans
   * and callbacks together locks them first, because another process may be writing one of these.
   */
  lockTransactions(trx: Database, ids: readonly string[]): Promise<void>;
  /**
   * Keeps all other database transactions from writing `transactions`, callbacks and the tables that belong to them,
   * until this one ends.
   */
  lockOutWriters(trx: Database): Promise<void>;
  /**
   * Waits for transactions that lock writers out, and makes them wait. It is for a command that writes other tables
   * before `transactions`, which they lock first.
   */
  joinWriters(trx: Database): Promise<void>;
  /**
   * Fails unless the database counts by the days of this time zone. A command sends it after its first write: that
   * write and a change of the time zone wait for each other.
   */
  expectTimeZone(trx: Database, timeZone: string): Promise<unknown>;
  /** Locks the match policies until this transaction ends. */
  lockPolicies(trx: Database, mode: 'exclusive' | 'shared'): Promise<void>;
  /** Prevents other imports from beginning, and from being taken back, until this transaction ends. */
  lockImports(trx: Database): Promise<void>;
  /**
   * Lets no other command decide about credits of bank accounts, until this transaction ends: a command that waited
   * sees what the other has used.
   */
  lockCredits(trx: Database, accountIds: readonly string[]): Promise<void>;
  /** Returns numbers for new transactions, higher than all stored ones. Some may never be used. */
  nextNumbers(trx: Database, count: number): Promise<readonly number[]>;
  /** Makes all further numbers higher than this one. The command also stores it as `RESTORED.transactionNumber`. */
  raiseNumbers(trx: Database, number: number): Promise<unknown>;
  /** Checks whether a service has entered the database. Inside a transaction, none enters until that ends. */
  hasServices(trx: Database): Promise<boolean>;
  /** Checks whether there is a table of this name. */
  hasTable(db: Database, name: string): Promise<boolean>;
}
