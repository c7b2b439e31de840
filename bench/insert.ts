import type Sqlite from 'better-sqlite3';

/**
 * Prepares inserts into a table of the service. Columns that a migration has dropped are left out, and those that
 * one has added get their defaults.
 * @param sample a row with every column that rows will have.
 */
export function prepareInsert<T extends object>(
  database: Sqlite.Database,
  table: string,
  sample: T,
): (row: T) => void {
  const known = database
    .prepare<[string], string>('select name from pragma_table_info(?)')
    .pluck()
    .all(table);
  const columns = Object.keys(sample).filter((column) => known.includes(column));
  if (columns.length === 0) throw new Error(`the service has no table ${table} with ${Object.keys(sample)}`);
  const values = columns.map((column) => `@${column}`);
  const insert = database.prepare<T>(`insert into ${table} (${columns}) values (${values})`);
  return (row) => void insert.run(row);
}
