import type { CompiledQuery, QueryResult } from 'kysely';
import type { Database } from '../tables.ts';

type Build<R> = (db: Database) => { compile(): CompiledQuery<R> };

/** Compiles a query once for each engine: each has its own adapter, and its own SQL. */
function compiledBy<R>(build: Build<R>): (db: Database) => CompiledQuery<R> {
  const compiledFor = new WeakMap<object, CompiledQuery<R>>();
  return (db) => {
    const { adapter } = db.getExecutor();
    let query = compiledFor.get(adapter.constructor);
    if (!query) {
      query = build(db).compile();
      compiledFor.set(adapter.constructor, query);
    }
    return query;
  };
}

/**
 * Compiles a query once for each engine. On the path of every create, building a query takes as long as running it.
 * @param build builds it with any values in place of its parameters.
 * @returns runs it with others, in the order in which its text has them.
 */
export function compileOnce<R>(
  build: Build<R>,
): (db: Database, parameters: readonly unknown[]) => Promise<QueryResult<R>> {
  const compiled = compiledBy(build);
  return (db, parameters) => db.executeQuery<R>({ ...compiled(db), parameters });
}

/** A placeholder for the list while a query is compiled. */
const LIST = ['the list'];
const AS_TEXT = JSON.stringify(LIST);
const isList = (value: unknown) => value === AS_TEXT || (Array.isArray(value) && value[0] === LIST[0]);

/**
 * Compiles a query with one list of texts once for each engine. The engine binds the list as one value: as JSON, or as
 * an array.
 * @param build builds the query with any list, which may be in several conditions.
 * @returns a function that runs it with another list. An empty list finds nothing.
 */
export function compileForList<R>(
  build: (db: Database, list: readonly string[]) => { compile(): CompiledQuery<R> },
): (db: Database, list: readonly string[]) => Promise<readonly R[]> {
  const compiled = compiledBy((db) => build(db, LIST));
  return async (db, list) => {
    if (list.length === 0) return [];
    const query = compiled(db);
    const parameters = query.parameters.map((value) => {
      if (!isList(value)) return value;
      return typeof value === 'string' ? JSON.stringify(list) : list;
    });
    return (await db.executeQuery<R>({ ...query, parameters })).rows;
  };
}
