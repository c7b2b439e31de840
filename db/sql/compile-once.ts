import type { CompiledQuery, QueryResult } from 'kysely';
import type { Database } from '../tables.ts';

/**
 * Compiles a query once for each engine. On the path of every create, building a query takes as long as running it.
 * @param build builds it with any values in place of its parameters.
 * @returns runs it with others, in the order in which its text has them.
 */
export function compileOnce<R>(
  build: (db: Database) => { compile(): CompiledQuery<R> },
): (db: Database, parameters: readonly unknown[]) => Promise<QueryResult<R>> {
  // Each engine has its own adapter, and its own SQL.
  const compiledFor = new WeakMap<object, CompiledQuery<R>>();
  return (db, parameters) => {
    const { adapter } = db.getExecutor();
    let query = compiledFor.get(adapter.constructor);
    if (!query) {
      query = build(db).compile();
      compiledFor.set(adapter.constructor, query);
    }
    return db.executeQuery<R>({ ...query, parameters });
  };
}
