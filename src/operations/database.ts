import type { CommandInput, CommandName, CommandOutput } from '../../db/commands.ts';
import type { QueryInput, QueryName, QueryOutput } from '../../db/queries.ts';
import type { ReadArgs, ReadName, ReadOutput } from '../../db/reads.ts';

/**
 * The database as operations see it: its reads, queries and commands by their names. Only their types are known here.
 * Each method throws the ServiceError error_unavailable when the database cannot take it now.
 */
export interface Database {
  /** Reads a few rows that an index finds: see db/read-list.ts. */
  read<N extends ReadName>(name: N, ...args: ReadArgs<N>): Promise<ReadOutput<N>>;
  /** Runs a query that may look at many rows, without blocking other requests: see db/query-list.ts. */
  query<N extends QueryName>(name: N, input: QueryInput<N>): Promise<QueryOutput<N>>;
  /**
   * Runs a command in one transaction, and resolves once it is committed: see db/command-list.ts. Its changes are
   * published.
   */
  run<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandOutput<N>>;
  /** Publishes transactions to the desk after a change of something else that it shows with them. */
  showToDesk(transactionIds: readonly string[]): Promise<void>;
}
