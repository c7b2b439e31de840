import { sql } from 'kysely';
import type { Database, Tables } from '../tables.ts';
import { typesOf } from './columns.ts';
import { compileOnce } from './compile-once.ts';
import { rowsOf } from './functions.ts';

/**
 * Compiles the update of any number of rows once for each engine.
 * @param by for each value that finds a row, the column that has it.
 * @returns sets the columns of rows. It tells how many it has found.
 */
export function compileUpdate<T extends keyof Tables, By extends string, C extends keyof Tables[T] & string>(
  table: T,
  by: Readonly<Record<By, keyof Tables[T] & string>>,
  set: readonly C[],
): (db: Database, rows: readonly Readonly<Record<By | C, unknown>>[]) => Promise<number> {
  const columns = [...(Object.keys(by) as By[]), ...set];
  const changed = (column: string) => sql.ref(`changed.${column}`);
  const isSame = Object.entries<string>(by).map(
    ([value, column]) => sql<boolean>`${sql.ref(`${table}.${column}`)} = ${changed(value)}`,
  );
  const update = compileOnce((db) =>
    db
      .with('changed', () => rowsOf(typesOf<Record<By | C, unknown>>(columns), []))
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
