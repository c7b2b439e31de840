import { sql } from 'kysely';
import type { ReadScope } from '../../../src/operations/read-scope.ts';

/** The mode of transactions, worded as in the partial indexes: a list over all clients reads only one of these. */
export const IS_LIVE = sql`"is_test" = 0`;
export const IS_TEST = sql`"is_test" = 1`;

/**
 * The condition that a reader may see a row. Every read of events, attempts and callbacks goes through it.
 * @param table the one with the columns, where a statement reads several.
 */
export function isInScope({ isTest = false, clientId }: ReadScope, table?: string) {
  const column = (name: string) => sql.ref(table === undefined ? name : `${table}.${name}`);
  if (clientId !== undefined) return sql<boolean>`${column('client_id')} = ${clientId}`;
  return sql<boolean>`${column('is_test')} = ${sql.lit(isTest ? 1 : 0)}`;
}
