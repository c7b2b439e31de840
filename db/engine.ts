import type { AuditOrigin } from '../src/audit/domain/audit.ts';
import type { PoolUse } from '../src/operations/observer.ts';
import type { Broadcast } from '../src/presence/store.ts';
import type { Change, ChangeReceiver } from '../src/transactions/change.ts';
import type {
  CommandInput,
  CommandName,
  CommandOutput,
  QueryInput,
  QueryName,
  QueryOutput,
} from './names.ts';
import type { Database } from './tables.ts';

/** The difference between the migrations of a database and those of this version. */
export interface SchemaState {
  /** The names of the migrations that have not run yet. */
  readonly missing: readonly string[];
  /** The names of the migrations that a newer version has run. */
  readonly unknown: readonly string[];
}

export interface MigrateOptions {
  /** The command of a person that asked for it, which gets its row in the same transaction. */
  readonly audit?: AuditOrigin | undefined;
  /** The time zone by whose days the database is to count; by default the one that it has. */
  readonly timeZone?: string | undefined;
  /** Whether its caller keeps services out; false by default. */
  readonly keepsServicesOut?: boolean | undefined;
}

/**
 * The clocks of machines and of the database server may differ so much. A service whose clock differs more does not
 * start, and what is found by the times of machines is looked for so much earlier: that costs reads.
 */
export const MAX_CLOCK_DIFFERENCE_MS = 10_000;

/** The clock of a server. */
export interface EngineClock {
  /** Epoch milliseconds; undefined until it was read. Once read, it is kept up to date. */
  nowMs(): number | undefined;
  /** False after this machine was suspended, until the clock is read again. */
  isSure(): boolean;
  /** @throws ServiceError error_unavailable when the database cannot be read now. */
  read(): Promise<void>;
}

/** The traces of the requests that a command runs for, see traceparent.ts. */
export interface CommandTrace {
  /** The trace that the command belongs to. */
  readonly parent: string;
  /** The traces of the other requests. */
  readonly links: readonly string[];
}

export interface ChangeChannel {
  /** Connects the receiver of the changes of every commit, of this process and of others. It is called once. */
  connect(receiver: ChangeReceiver): void;
  /** Announces changes that no commit of a command makes. */
  announce(changes: readonly Change[]): Promise<void>;
}

/** The part of the storage that depends on the database. All other code of this folder is the same for every engine. */
export interface Engine {
  /** Whether other processes may serve the same database at the same time. */
  readonly isShared: boolean;
  /** Carries changes to all processes of the database; undefined where one process has it. */
  readonly changes?: ChangeChannel | undefined;
  /**
   * Calls the listener within a second or so after another program, such as the command line, has changed transactions
   * without saying which; undefined where `changes` carries them. It is called once, by a service.
   */
  readonly onExternalCommit?: ((listener: () => void) => void) | undefined;
  /** Carries short messages to all processes of the database; undefined where one process has it. */
  readonly broadcast?: Broadcast | undefined;
  /** The clock by which all processes of the database measure when something is due; undefined where there is one. */
  readonly clock?: EngineClock | undefined;
  /**
   * Registers this service on the database until the engine is closed. Call this before reading anything that a service
   * reads once at its start; undefined where a file has one service.
   * @throws an error for the operator when another program keeps services out.
   */
  enter?: (() => Promise<void>) | undefined;
  /**
   * Whether this process is the one that runs the jobs now. For a moment it can be two processes, when a lost
   * connection is noticed late. Their commands decide by what is stored, so that nothing happens twice.
   */
  runsJobs(): boolean;
  /**
   * Reads a few rows that an index finds, outside any transaction. On SQLite it blocks the calling thread.
   * @throws ServiceError error_unavailable when the database cannot be read now.
   */
  read<T>(query: (db: Database) => Promise<T>): Promise<T>;
  /**
   * Runs reads that all see the same commits, however long they take. They hold up no write.
   * @throws ServiceError error_unavailable when the database cannot be read now.
   */
  snapshot<T>(read: (db: Database) => Promise<T>): Promise<T>;
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
  run<N extends CommandName>(
    name: N,
    input: CommandInput<N>,
    trace?: CommandTrace,
  ): Promise<CommandOutput<N>>;
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
  /** The daily maintenance: renews the statistics of the planner, and frees unused disk space. */
  optimize(): Promise<void>;
  /** Checks whether the database can be read and written. @returns the error if it cannot. Never throws. */
  check(): Promise<{ readonly ok: boolean; readonly detail: string }>;
  /** Describes for people where dashboards read from; undefined without a replica. */
  describeReplica?: (() => string) | undefined;
  /** The damages that the database finds in its own files; empty when there are none. */
  findDamages(): Promise<readonly string[]>;
  /** How busy the database is with the work of this process. */
  poolUse(): readonly PoolUse[];
  /** Closes after the commands that were begun. */
  close(): Promise<void>;
}
