import { type CompiledQuery, type QueryResult, sql } from 'kysely';
import type { Database, Tables } from '../tables.ts';
import { typeOf, typesOf } from './columns.ts';
import { type RowTypes, rowsOf, selectRows } from './functions.ts';

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

/**
 * Compiles the insert of any number of rows once for each engine. Building it for each group took as long as its run.
 * @param columns every column of a new row.
 * @returns inserts rows in their order.
 */
export function compileInsert<R>(
  table: keyof Tables,
  columns: readonly (keyof R & string)[],
): (db: Database, rows: readonly R[]) => Promise<void> {
  const insert = compileOnce((db) =>
    db
      .insertInto(table)
      .columns(columns as never)
      .expression(selectRows(typesOf<R>(columns))),
  );
  return async (db, rows) => {
    const values = rows.map((row) => columns.map((column) => row[column]));
    await insert(db, [JSON.stringify(values)]);
  };
}

/**
 * Compiles the update of any number of rows once for each engine.
 * @param by for each value that finds a row, the column that has it.
 * @returns the function that sets the columns of rows, and returns how many of them it has found.
 */
export function compileUpdate<T extends keyof Tables, By extends string, C extends keyof Tables[T] & string>(
  table: T,
  by: Readonly<Record<By, keyof Tables[T] & string>>,
  set: readonly C[],
): (db: Database, rows: readonly Readonly<Record<By | C, unknown>>[]) => Promise<number> {
  const found = Object.entries<string>(by);
  const types: RowTypes<Record<string, unknown>> = {
    ...Object.fromEntries(found.map(([value, column]) => [value, typeOf(column)])),
    ...typesOf(set),
  };
  const columns = [...(Object.keys(by) as By[]), ...set];
  const changed = (column: string) => sql.ref(`changed.${column}`);
  const isSame = found.map(
    ([value, column]) => sql<boolean>`${sql.ref(`${table}.${column}`)} = ${changed(value)}`,
  );
  const update = compileOnce((db) =>
    db
      .with('changed', () => rowsOf(types, []))
      .updateTable(table as 'transactions')
      .from('changed')
      .set(Object.fromEntries(set.map((column) => [column, changed(column)])))
      .where(sql<boolean>`${sql.join(isSame, sql` and `)}`),
  );
  return async (db, rows) => {
    if (rows.length === 0) return 0;
    const values = rows.map((row) => columns.map((column) => row[column]));
    const { numAffectedRows } = await update(db, [JSON.stringify(values)]);
    return Number(numAffectedRows);
  };
}
