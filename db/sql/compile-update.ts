import { sql } from 'kysely';
import type { Database, Tables } from '../tables.ts';
import { typeOf, typesOf } from './columns.ts';
import { compileOnce } from './compile-once.ts';
import { type RowTypes, rowsOf } from './functions.ts';

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
