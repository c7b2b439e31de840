import type { CommandInput, CommandName, CommandOutput } from '../../db/commands.ts';
import type { QueryInput, QueryName, QueryOutput } from '../../db/queries.ts';
import type { ReadArgs, ReadName, ReadOutput } from '../../db/reads.ts';

/**
 * The database as operations see it: its reads, queries and commands by their names. Only their types are known here.
 * Each method throws the ServiceError error_unavailable when the database cannot take it now.
 */
export interface Database {
  /** Reads a few rows that an index finds: see db/reads.ts. */
  read<N extends ReadName>(name: N, ...args: ReadArgs<N>): Promise<ReadOutput<N>>;
  /** Reads what can be many rows, where it holds up nobody: see db/queries.ts. */
  query<N extends QueryName>(name: N, input: QueryInput<N>): Promise<QueryOutput<N>>;
  /** Writes, in one transaction, and resolves once that is on disk: see db/commands.ts. What it changed is published. */
  run<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandOutput<N>>;
  /** Publishes to the desk transactions of which something else has changed that it is shown with them. */
  showToDesk(transactionIds: readonly string[]): Promise<void>;
}
