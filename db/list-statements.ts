import type { CompiledQuery, QueryResult } from 'kysely';
import type { DatabaseTransaction } from './tables.ts';

/**
 * Fills a list up to the next power of two with its last value. Statements over lists then have few different
 * lengths, and stay prepared.
 */
export function padToPowerOfTwo<T>(values: readonly T[]): T[] {
  const last = values.at(-1);
  if (last === undefined) return [];
  const size = 2 ** Math.ceil(Math.log2(values.length));
  return [...values, ...new Array<T>(size - values.length).fill(last)];
}

/**
 * Compiles a query over a list of rows once for each length of the list: on the path of every create, building
 * the query takes longer than running it.
 * @param build builds the query for that many rows. Its parameters are the columns of each row in turn, no others.
 */
export function compileByLength<R>(
  build: (trx: DatabaseTransaction, length: number) => { compile(): CompiledQuery<R> },
): (trx: DatabaseTransaction, rows: readonly (readonly unknown[])[]) => Promise<QueryResult<R>> {
  const compiled = new Map<number, CompiledQuery<R>>();
  return (trx, rows) => {
    let query = compiled.get(rows.length);
    if (!query) {
      query = build(trx, rows.length).compile();
      compiled.set(rows.length, query);
    }
    return trx.executeQuery<R>({ ...query, parameters: rows.flat() });
  };
}
