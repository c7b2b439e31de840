import type { Kysely, Transaction } from 'kysely';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;
export type DatabaseTransaction = Transaction<Tables>;

/** How the schema of a database compares to the one this version knows, by names of migrations. */
export interface SchemaState {
  /** Those that have not run yet. */
  readonly missing: readonly string[];
  /** Those that a newer version has run. */
  readonly unknown: readonly string[];
}

/** What the databases differ in. Everything else in this folder is the same for all of them. */
export interface Engine {
  readonly name: 'sqlite';
  /** For reads outside a transaction. */
  readonly reader: Database;
  /** Runs `work` in a write transaction that is on disk once this resolves. */
  write<T>(work: (trx: DatabaseTransaction) => Promise<T>): Promise<T>;
  /**
   * A number that changes with every change of clients, their secrets or banks, whichever process commits it:
   * what was cached of them before is stale. Throws when the database cannot be read.
   */
  generation(): number;
  /** Says that this process has just committed such a change, so that the very next call tells of it. */
  noteChange(): void;
  /** Whether a failure is the database being locked, full or gone, and not a mistake of ours. */
  isUnavailable(error: unknown): boolean;
  /** Brings the schema up to date, alone among processes. @returns the names of the migrations it ran. */
  migrate(): Promise<string[]>;
  schemaState(): Promise<SchemaState>;
  /** Whether the database answers, and what it said if not. Never throws. */
  check(): Promise<{ readonly ok: boolean; readonly detail: string }>;
  close(): Promise<void>;
}
