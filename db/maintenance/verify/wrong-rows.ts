import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../tables.ts';

const PAGE_SIZE = 500;

/** Finds disagreements of one kind of subject. It yields them a page at a time, so that memory stays bounded. */
export type Check<D> = (db: Database) => AsyncGenerator<readonly D[]>;

export type Condition = RawBuilder<unknown>;

/** A check of each row by itself, against the rows it is joined with. */
interface RowCheck<K extends string, R, D> {
  /** The joined tables, as SQL after `from`. */
  readonly from: RawBuilder<unknown>;
  /** A unique column. Rows are read in its order. */
  readonly key: RawBuilder<unknown>;
  /** A value below all keys. */
  readonly start: string | number;
  /** The columns that `describe` needs, as SQL after `select`. */
  readonly columns: RawBuilder<R>;
  /** For each kind of disagreement, the condition of a wrong row. A row may have several. */
  readonly conditions: Readonly<Record<K, Condition>>;
  describe(row: R, kind: K): D;
}

/** Reads the wrong rows, and only those, in the order of their keys. */
export async function* findWrongRows<K extends string, R, D>(
  db: Database,
  { from, key, start, columns, conditions, describe }: RowCheck<K, R, D>,
): AsyncGenerator<readonly D[]> {
  const kinds = Object.keys(conditions) as K[];
  const isWrong = kinds.map((kind) => sql`(${conditions[kind]})`);
  const flags = kinds.map(
    (kind, index) => sql`case when ${isWrong[index]} then 1 else 0 end as ${sql.ref(kind)}`,
  );
  let after = start;
  for (;;) {
    const { rows } = await sql<R & Record<K, 0 | 1> & { readonly row_key: string | number }>`
      select ${columns}, ${key} as row_key, ${sql.join(flags)}
      from ${from}
      where ${key} > ${after} and (${sql.join(isWrong, sql` or `)})
      order by ${key}
      limit ${PAGE_SIZE}
    `.execute(db);
    if (rows.length > 0)
      yield rows.flatMap((row) => kinds.filter((kind) => row[kind] === 1).map((kind) => describe(row, kind)));
    const last = rows.at(-1);
    if (!last || rows.length < PAGE_SIZE) return;
    after = last.row_key;
  }
}
