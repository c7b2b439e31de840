import { type RawBuilder, sql } from 'kysely';
import type { Disagreement, DisagreementOf } from '../../../src/maintenance/domain/disagreements.ts';
import type { Database } from '../../tables.ts';

const PAGE_SIZE = 500;

type Kind = Disagreement['kind'];

/** Disagreements of these kinds, a page at a time, so that memory stays bounded. */
export type FoundDisagreements<K extends Kind> = AsyncGenerator<readonly DisagreementOf<K>[]>;

/** A check of each row by itself, against the rows it is joined with. */
interface RowCheck<K extends Kind> {
  /** The joined tables, as SQL after `from`. */
  readonly from: RawBuilder<unknown>;
  /** A unique column. Rows are read in its order. */
  readonly key: RawBuilder<unknown>;
  /** A value below all keys. */
  readonly start: string | number;
  /** For each kind of disagreement, the condition of a wrong row. A row may have several. */
  readonly conditions: Readonly<Record<K, RawBuilder<unknown>>>;
  /** For each value that the sentence of a disagreement needs, the column that holds it. */
  readonly says: Readonly<Record<keyof Omit<DisagreementOf<K>, 'kind'>, string>>;
}

/** Reads the wrong rows, and only those, in the order of their keys. */
export async function* findWrongRows<K extends Kind>(
  db: Database,
  { from, key, start, conditions, says }: RowCheck<K>,
): FoundDisagreements<K> {
  const values = Object.entries<string>(says);
  const columns = values.map(([name, column]) => sql`${sql.ref(column)} as ${sql.ref(name)}`);
  const kinds = Object.keys(conditions) as K[];
  const isWrong = kinds.map((kind) => sql`(${conditions[kind]})`);
  const flags = kinds.map(
    (kind, index) => sql`case when ${isWrong[index]} then 1 else 0 end as ${sql.ref(kind)}`,
  );
  let after = start;
  for (;;) {
    const { rows } = await sql<Record<string, unknown> & { readonly row_key: string | number }>`
      select ${sql.join(columns)}, ${key} as row_key, ${sql.join(flags)}
      from ${from}
      where ${key} > ${after} and (${sql.join(isWrong, sql` or `)})
      order by ${key}
      limit ${PAGE_SIZE}
    `.execute(db);
    if (rows.length > 0)
      yield rows.flatMap((row) => {
        const said = Object.fromEntries(values.map(([name]) => [name, row[name]]));
        return kinds
          .filter((kind) => row[kind] === 1)
          .map((kind) => ({ kind, ...said }) as DisagreementOf<K>);
      });
    const last = rows.at(-1);
    if (!last || rows.length < PAGE_SIZE) return;
    after = last.row_key;
  }
}
