import { sql } from 'kysely';
import type { ReadScope } from '../../src/operations/read-scope.ts';

/** The marks of transactions, worded as in the partial indexes: a list over all clients reads one of these alone. */
export const IS_LIVE = sql`"is_test" = 0`;
export const IS_TEST = sql`"is_test" = 1`;

/** Few clients have test keys, and an index has these alone. */
const TEST_CLIENTS = sql`(select id from clients where is_test = 1)`;

/**
 * The condition that a row belongs to what a reader may see, by its client. Every read of events, callbacks and counters
 * goes through it.
 * @param column the column with the client's id.
 */
export function isInScope({ isTest, clientId }: ReadScope, column = 'client_id') {
  const client = sql.ref(column);
  if (clientId !== undefined) return sql<boolean>`${client} = ${clientId}`;
  return isTest ? sql<boolean>`${client} in ${TEST_CLIENTS}` : sql<boolean>`${client} not in ${TEST_CLIENTS}`;
}
