import type { CompiledQuery, QueryResult } from 'kysely';
import type { DatabaseTransaction } from './tables.ts';

/**
 * A query over a list of rows, compiled once for each length of the list: on the path of every create, building it
 * anew takes longer than running it.
 * @param build the query for that many rows, whose parameters are the columns of each row in turn and nothing else.
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
