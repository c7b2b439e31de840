import type { CommandInput, CommandName, CommandOutput } from './commands/index.ts';
import type { Database } from './tables.ts';

/** How the schema of a database compares to the one this version knows, by names of migrations. */
export interface SchemaState {
  /** Those that have not run yet. */
  readonly missing: readonly string[];
  /** Those that a newer version has run. */
  readonly unknown: readonly string[];
}

/** What the databases differ in. Everything else in this folder is the same for all of them. */
export interface Engine {
  /**
   * Runs a query outside any transaction.
   * @throws ServiceError error_unavailable when the database cannot be read now.
   */
  read<T>(query: (db: Database) => Promise<T>): Promise<T>;
  /**
   * Runs a command in one transaction, and resolves once that is on disk. A command that fails changes nothing.
   * @throws ServiceError error_unavailable when the database cannot take it now. Whether it was stored is then open.
   */
  run<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandOutput<N>>;
  /**
   * A number that changes with every change of clients, their secrets or banks, whichever process commits it:
   * what was cached of them before is stale.
   * @throws ServiceError error_unavailable when the database cannot be read now.
   */
  generation(): number;
  /** Says that this process has just committed such a change, so that the very next call tells of it. */
  noteChange(): void;
  /** Brings the schema up to date, alone among processes. @returns the names of the migrations it ran. */
  migrate(): Promise<string[]>;
  schemaState(): Promise<SchemaState>;
  /** Whether the database answers, and what it said if not. Never throws. */
  check(): Promise<{ readonly ok: boolean; readonly detail: string }>;
  /** What the database itself finds wrong with its files; empty when they are whole. */
  findDamages(): Promise<readonly string[]>;
  /** Finishes the commands that were begun, and closes. */
  close(): Promise<void>;
}
