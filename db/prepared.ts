import type { CompiledQuery, QueryResult } from 'kysely';
import type { DatabaseTransaction } from './dialect.ts';

/**
 * A statement that Kysely compiles once for each number of rows or values and that then runs with fresh
 * parameters: compiling costs more than the statement itself on the path of every create.
 */
export interface PreparedQuery<R> {
  run(trx: DatabaseTransaction, size: number, parameters: readonly unknown[]): Promise<QueryResult<R>>;
}

/** @param build the query for `size` rows or values; its parameters must stand in the order they are run with. */
export function prepareQuery<R>(
  build: (trx: DatabaseTransaction, size: number) => { compile(): CompiledQuery<R> },
): PreparedQuery<R> {
  const compiled = new Map<number, CompiledQuery<R>>();
  return {
    async run(trx, size, parameters) {
      let query = compiled.get(size);
      if (!query) {
        query = build(trx, size).compile();
        compiled.set(size, query);
      }
      return trx.executeQuery<R>({ ...query, parameters });
    },
  };
}

/** A row to compile an insert with: what stands in it does not matter, since each run brings values of its own. */
export function sampleRow<C extends string>(columns: readonly C[]): Record<C, never> {
  return Object.fromEntries(columns.map((column) => [column, null])) as Record<C, never>;
}

/** Fills a list up to the next power of two with its last value, so that `in (…)` has few different sizes. */
export function padToPowerOfTwo<T>(values: readonly T[]): T[] {
  const last = values.at(-1);
  if (last === undefined) return [];
  const size = 2 ** Math.ceil(Math.log2(values.length));
  return [...values, ...new Array<T>(size - values.length).fill(last)];
}
