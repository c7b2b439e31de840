import type { AuditOrigin } from '../src/domain/audit.ts';
import type { CommandInput, CommandName, CommandOutput } from './commands/index.ts';
import type { QueryInput, QueryName, QueryOutput } from './queries/index.ts';
import type { Database } from './tables.ts';

/** The migrations by which the schema of a database and the schema of this version differ. */
export interface SchemaState {
  /** The names of those that have not run yet. */
  readonly missing: readonly string[];
  /** The names of those that a newer version has run. */
  readonly unknown: readonly string[];
}

export interface MigrateOptions {
  /** The command of a person that asked for it, which gets its row in the same transaction. */
  readonly audit?: AuditOrigin | undefined;
  /** The time zone by whose days the database is to count; by default the one that it has. */
  readonly timeZone?: string | undefined;
}

/** The part of the storage that depends on the database. All other code of this folder is the same for every engine. */
export interface Engine {
  /**
   * Reads a few rows that an index finds, outside any transaction. It runs on the calling thread, which answers
   * nobody else meanwhile.
   * @throws ServiceError error_unavailable when the database cannot be read now.
   */
  read<T>(query: (db: Database) => Promise<T>): Promise<T>;
  /**
   * Runs a query where it cannot hold up anything else, however many rows it looks at. It sees every commit that was
   * acknowledged before.
   * @throws ServiceError error_unavailable when the database cannot be read now, or not within a time limit.
   */
  query<N extends QueryName>(name: N, input: QueryInput<N>): Promise<QueryOutput<N>>;
  /**
   * Runs a command in one transaction, and resolves once that is on disk. A command that fails changes nothing.
   * @throws ServiceError error_unavailable when the database cannot run it now. It may have been committed all the same.
   */
  run<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandOutput<N>>;
  /**
   * The version of the tables of clients, their secrets and banks. It rises after any process has changed one of
   * them: what was cached with a lower version is stale.
   * @throws ServiceError error_unavailable when the database cannot be read now.
   */
  directoryVersion(): number;
  /**
   * The caller calls this after this process has changed one of those tables: the next call of `directoryVersion`
   * shows it.
   */
  directoryChanged(): void;
  /**
   * Brings the schema up to date; only one process does so at a time.
   * @returns the names of the migrations it ran.
   */
  migrate(options?: MigrateOptions): Promise<string[]>;
  schemaState(): Promise<SchemaState>;
  /** Renews what the planner knows of the tables. */
  optimize(): Promise<void>;
  /** Checks whether the database can be read and written. @returns the error if it cannot. Never throws. */
  check(): Promise<{ readonly ok: boolean; readonly detail: string }>;
  /** The damages that the database finds in its own files; empty when there are none. */
  findDamages(): Promise<readonly string[]>;
  /** Closes after the commands that were begun. */
  close(): Promise<void>;
}
