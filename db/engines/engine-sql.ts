import type { Database } from '../tables.ts';

/** The few statements in which the engines differ. */
export interface EngineSql {
  /**
   * Locks transactions in the order of their ids, until the command ends. Whoever decides by their events, plans and
   * callbacks together locks them first: another process may be writing one of these.
   */
  lockTransactions(trx: Database, ids: readonly string[]): Promise<void>;
  /**
   * Lets no other transaction write what transactions and callbacks consist of, until this one ends.
   */
  lockOutWriters(trx: Database): Promise<void>;
  /**
   * Waits for those that lock writers out, and makes them wait: for a command that writes other tables before
   * `transactions`, which they lock first.
   */
  joinWriters(trx: Database): Promise<void>;
  /**
   * Fails unless the database counts by the days of a time zone. A command sends it behind its first write, which waits
   * for a count by other days, and that waits for it.
   */
  expectTimeZone(trx: Database, timeZone: string): Promise<unknown>;
  /** Lets no other transaction take the lock, until this one ends; a shared one lets others share it. */
  lockPolicies(trx: Database, mode: 'exclusive' | 'shared'): Promise<void>;
  /** Numbers for so many transactions, higher than those of all that were stored before. Some may never be used. */
  nextNumbers(trx: Database, count: number): Promise<readonly number[]>;
  /** Checks whether a service has entered the database. Inside a transaction, none enters until that ends. */
  hasServices(trx: Database): Promise<boolean>;
}
