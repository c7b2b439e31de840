import type {
  CommandInput,
  CommandName,
  CommandOutput,
  QueryInput,
  QueryName,
  QueryOutput,
  ReadArgs,
  ReadName,
  ReadOutput,
} from '../../db/names.ts';

/**
 * The database as operations see it: reads, queries and commands are called by name. This module imports only their types.
 * Each method throws the ServiceError error_unavailable if the database cannot take the call at the moment.
 */
export interface Database {
  /** Reads a few rows that an index finds, on the calling thread: see db/read-list.ts. */
  read<N extends ReadName>(name: N, ...args: ReadArgs<N>): Promise<ReadOutput<N>>;
  /** Runs a query that may look at many rows, without blocking other requests: see db/query-list.ts. */
  query<N extends QueryName>(name: N, input: QueryInput<N>): Promise<QueryOutput<N>>;
  /**
   * Runs a command in one database transaction, publishes its changes, and resolves once it is committed: see
   * db/command-list.ts.
   */
  run<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandOutput<N>>;
  /** Publishes unchanged transactions to the desk after a change of what it shows with them, such as the blacklist. */
  publishToDesk(transactionIds: readonly string[]): Promise<void>;
}
