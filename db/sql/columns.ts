import type { RowTypes } from './functions.ts';

/** Booleans are stored as 0 or 1 on every engine. */
export type Flag = 0 | 1;

export function toFlag(value: boolean): Flag {
  return value ? 1 : 0;
}

/** The column of each field. */
type Columns = Readonly<Record<string, string>>;

/** The columns of every field but `Others`. */
export type ColumnsOf<E, Others extends keyof E = never> = Record<Exclude<keyof E, Others>, string>;

/** The words of a list that has spaces and new lines between them. */
type Words<S extends string> = S extends `${infer Line}\n${infer Rest}`
  ? Words<Line> | Words<Rest>
  : S extends `${infer Word} ${infer Rest}`
    ? Exclude<Word, ''> | Words<Rest>
    : Exclude<S, ''>;

type Snake<S extends string> = S extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}${Snake<Rest>}`
  : S;

/**
 * Gives the column of each field, in the order of the list: its name in snake case, unless `others` names another one.
 * @param fields with white space between them: `id createdAtMs`.
 */
export function columnsOf<
  S extends string,
  const Others extends { readonly [F in Words<S>]?: string } = Record<never, string>,
>(
  fields: S,
  others?: Others,
): { readonly [F in Words<S>]: F extends keyof Others ? Others[F] & string : Snake<F> } {
  const names: Columns = { ...others };
  const entries = fields.match(/\S+/g)?.map((field) => [field, names[field] ?? toSnakeCase(field)]);
  return Object.fromEntries(entries ?? []);
}

function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

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
const NUMBERS =
  /^(number|position|sequence|assigned_order|failed_attempts|occurrence|is_\w+|.*_(ms|minor|count|day)|day)$/;

/** The type of a column, by its name. */
export function typeOf(column: string): 'bigint' | 'text' {
  return NUMBERS.test(column) ? 'bigint' : 'text';
}

/** The types of columns, by their names. */
export function typesOf<R>(columns: readonly (keyof R & string)[]): RowTypes<R> {
  const entries = columns.map((column) => [column, typeOf(column)]);
  return Object.fromEntries(entries) as RowTypes<R>;
}
