import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../tables.ts';

const PAGE_SIZE = 500;

/** Looks for disagreements of one subject and hands them over a page at a time, so that memory stays bounded. */
export type Check<D> = (db: Database) => AsyncGenerator<readonly D[]>;

type Condition = RawBuilder<unknown>;

/** Rows of which none should be found, each wrong for one or more reasons. */
export interface Search<K extends string, R> {
  /** The tables, joined, as they stand behind `from`. */
  readonly from: RawBuilder<unknown>;
  /** A unique column that the rows are read in the order of, and where that order begins. */
  readonly key: RawBuilder<unknown>;
  readonly start: string | number;
  /** What is read of each row, as it stands behind `select`. */
  readonly columns: RawBuilder<R>;
  /** When a row is wrong, by the kind of what is wrong with it. */
  readonly conditions: Readonly<Record<K, Condition>>;
}

/** A row, and all that is wrong with it. */
export interface Finding<K extends string, R> {
  readonly row: R;
  readonly kinds: readonly K[];
}

/** Reads the rows that are wrong, and only those, in the order of their key. */
export async function* searchRows<K extends string, R>(
  db: Database,
  search: Search<K, R>,
): AsyncGenerator<readonly Finding<K, R>[]> {
  const kinds = Object.keys(search.conditions) as K[];
  const conditions = kinds.map((kind) => sql`(${search.conditions[kind]})`);
  const flags = kinds.map(
    (kind, index) => sql`case when ${conditions[index]} then 1 else 0 end as ${sql.ref(kind)}`,
  );
  let after = search.start;
  for (;;) {
    const { rows } = await sql<R & Record<K, 0 | 1> & { readonly search_key: string | number }>`
      select ${search.columns}, ${search.key} as search_key, ${sql.join(flags)}
      from ${search.from}
      where ${search.key} > ${after} and (${sql.join(conditions, sql` or `)})
      order by ${search.key}
      limit ${PAGE_SIZE}
    `.execute(db);
    if (rows.length > 0) yield rows.map((row) => ({ row, kinds: kinds.filter((kind) => row[kind] === 1) }));
    const last = rows.at(-1);
    if (!last || rows.length < PAGE_SIZE) return;
    after = last.search_key;
  }
}
