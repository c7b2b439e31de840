import { type CompiledQuery, type QueryResult, type RawBuilder, sql } from 'kysely';
import type { Database } from '../tables.ts';

/**
 * Fills a list up to the next power of two with its last value. Statements over lists then have few different
 * lengths, and stay prepared.
 */
export function padToPowerOfTwo<T>(values: readonly T[]): T[] {
  const last = values.at(-1);
  if (last === undefined) return [];
  const size = 2 ** Math.ceil(Math.log2(values.length));
  return [...values, ...new Array<T>(size - values.length).fill(last)];
}

/** Cuts a list into parts: a statement takes only so many values. */
export function chunksOf<T>(values: readonly T[], size: number): T[][] {
  const chunks: T[][] = [];
  for (let start = 0; start < values.length; start += size) chunks.push(values.slice(start, start + size));
  return chunks;
}

/**
 * A list of rows as a table expression, padded like `padToPowerOfTwo`. PostgreSQL takes bound values of such a list for
 * text, so its first row names the types.
 */
export function valueRows<R>(
  types: readonly ('text' | 'bigint')[],
  rows: readonly (readonly unknown[])[],
): RawBuilder<R> {
  const lines = padToPowerOfTwo(rows).map((values, line) => {
    const cells = values.map((value, column) =>
      line === 0 ? sql`cast(${value} as ${sql.raw(types[column] ?? 'text')})` : sql`${value}`,
    );
    return sql`(${sql.join(cells)})`;
  });
  return sql<R>`(values ${sql.join(lines)})`;
}

/**
 * Compiles a query over a list of rows once for each length of the list: on the path of every create, building
 * the query takes longer than running it.
 * @param build builds the query for that many rows. Its parameters are the columns of each row in turn, no others.
 */
export function compileByLength<R>(
  build: (db: Database, length: number) => { compile(): CompiledQuery<R> },
): (db: Database, rows: readonly (readonly unknown[])[]) => Promise<QueryResult<R>> {
  // Each database has its own SQL.
  const compiledFor = new WeakMap<object, Map<number, CompiledQuery<R>>>();
  return (db, rows) => {
    const { adapter } = db.getExecutor();
    let compiled = compiledFor.get(adapter);
    if (!compiled) {
      compiled = new Map();
      compiledFor.set(adapter, compiled);
    }
    let query = compiled.get(rows.length);
    if (!query) {
      query = build(db, rows.length).compile();
      compiled.set(rows.length, query);
    }
    return db.executeQuery<R>({ ...query, parameters: rows.flat() });
  };
}
