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

/** Stands for the list while a query is compiled. */
const LIST = ['the list'];
const AS_TEXT = JSON.stringify(LIST);
const isList = (value: unknown) => value === AS_TEXT || (Array.isArray(value) && value[0] === LIST[0]);

/**
 * Compiles a query with one list of texts once for each engine, which binds the list as one value: as JSON, or as an array.
 * @param build builds it with any list, which may stand in several conditions.
 * @returns runs it with another list. An empty one finds nothing.
 */
export function compileForList<R>(
  build: (db: Database, list: readonly string[]) => { compile(): CompiledQuery<R> },
): (db: Database, list: readonly string[]) => Promise<readonly R[]> {
  const compiledFor = new WeakMap<object, CompiledQuery<R>>();
  return async (db, list) => {
    if (list.length === 0) return [];
    const { adapter } = db.getExecutor();
    let query = compiledFor.get(adapter.constructor);
    if (!query) {
      query = build(db, LIST).compile();
      compiledFor.set(adapter.constructor, query);
    }
    const parameters = query.parameters.map((value) => {
      if (!isList(value)) return value;
      return typeof value === 'string' ? JSON.stringify(list) : list;
    });
    return (await db.executeQuery<R>({ ...query, parameters })).rows;
  };
}
