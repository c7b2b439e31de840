import type { Database, Tables } from '../tables.ts';
import { typesOf } from './columns.ts';
import { compileOnce } from './compile-once.ts';
import { selectRows } from './functions.ts';

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
