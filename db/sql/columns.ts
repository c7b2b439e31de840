import type { RowTypes } from './functions.ts';

/** Booleans are stored as 0 or 1 on every engine. */
export type Flag = 0 | 1;

export function toFlag(value: boolean): Flag {
  return value ? 1 : 0;
}

/** The column of each field. */
type Columns = Readonly<Record<string, string>>;

/** The columns of a row whose values are the fields of `E`, unchanged. */
export type RowOf<E, C extends Columns> = {
  -readonly [F in keyof C & keyof E as C[F]]: E[F];
};

/**
 * Writes the fields of an entity under the names of their columns.
 * Callers add columns with `Object.assign`: a spread would copy the row, which takes ten times as long.
 */
export function toRow<C extends Columns, E extends Readonly<Record<keyof C, unknown>>>(
  columns: C,
  entity: E,
): { [F in keyof C as C[F]]: E[F] } {
  const row: Record<string, unknown> = {};
  for (const field in columns) row[columns[field] as string] = entity[field];
  return row as { [F in keyof C as C[F]]: E[F] };
}

/** Reads the fields of an entity from their columns; other columns are left out. Fields are added like columns. */
export function fromRow<C extends Columns, R extends Readonly<Record<C[keyof C], unknown>>>(
  columns: C,
  row: R,
): { [F in keyof C]: R[C[F]] } {
  const entity: Partial<{ [F in keyof C]: R[C[F]] }> = {};
  for (const field in columns) entity[field] = row[columns[field]];
  return entity as { [F in keyof C]: R[C[F]] };
}

/** The columns of whole numbers, in tables of whose rows many are stored at once. */
const NUMBERS = /^(number|position|sequence|failed_attempts|occurrence|is_\w+|.*_(ms|minor|count|day)|day)$/;

/** The types of columns, by their names. */
export function typesOf<R>(columns: readonly (keyof R & string)[]): RowTypes<R> {
  const entries = columns.map((column) => [column, NUMBERS.test(column) ? 'bigint' : 'text']);
  return Object.fromEntries(entries) as RowTypes<R>;
}
