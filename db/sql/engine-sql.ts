import type { RawBuilder } from 'kysely';
import type { Database } from '../tables.ts';

/** A table with keys that no index of the table of transactions can keep unique. */
export interface KeyTable {
  readonly table: 'process_ids' | 'pending_deposits' | 'open_references';
  /** The columns that it shares with transactions. */
  readonly columns: readonly string[];
  /** Which transactions have such a key. */
  readonly condition: RawBuilder<unknown>;
}

/** The few expressions and statements in which the engines differ. */
export interface EngineSql {
  /** The last four characters of a column, worded as in the index that has them. */
  lastFour(column: string): RawBuilder<string>;
  /** A text inside a column with JSON; null when it is not there. */
  jsonText(column: string, path: readonly string[]): RawBuilder<string | null>;
  /** The items of a column with a JSON array, as rows of a table. Their column is `value`. */
  jsonItems(column: string, table: string): RawBuilder<{ readonly value: string }>;
  /** The items of a JSON array that is bound as one value, as rows of a table. Their column is `value`. */
  jsonValues(json: string, table: string): RawBuilder<{ readonly value: string }>;
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
  /** Checks whether a service has entered the database. Inside a transaction, none enters until that ends. */
  hasServices(trx: Database): Promise<boolean>;
  /** Empty where indexes of transactions do their work. */
  readonly keyTables: readonly KeyTable[];
}
