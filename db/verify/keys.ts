import { type RawBuilder, sql } from 'kysely';
import type { KeyDisagreement } from '../../src/domain/consistency.ts';
import { engineSqlOf } from '../engines/sql-of.ts';
import type { KeyTable } from '../sql/engine-sql.ts';
import type { Database } from '../tables.ts';

/** The most wrong keys of one table that are listed at once. */
const MOST_KEYS = 10_000;

interface Row {
  readonly transaction_id: string;
  readonly is_left: 0 | 1;
}

/** The equality of the columns of a key with those of its transaction. */
export function hasKeyOf({ columns }: KeyTable): RawBuilder<boolean> {
  const equal = columns.map((column) => sql`${sql.ref(`k.${column}`)} = ${sql.ref(`t.${column}`)}`);
  return sql`${sql.join(equal, sql` and `)} and k.transaction_id = t.id`;
}

/**
 * Checks that the tables of keys have exactly the keys of the transactions: a missing one would let a second transaction
 * in, one too many would keep a new one out. It yields a page for each table.
 */
export async function* checkKeys(db: Database): AsyncGenerator<readonly KeyDisagreement[]> {
  for (const key of engineSqlOf(db).keyTables) {
    const { rows } = await sql<Row>`
      select coalesce(t.id, k.transaction_id) as transaction_id, case when t.id is null then 1 else 0 end as is_left
      from (select * from transactions where ${key.condition}) as t
      full join ${sql.table(key.table)} as k on ${hasKeyOf(key)}
      where t.id is null or k.transaction_id is null
      order by 2 desc, 1
      limit ${MOST_KEYS}
    `.execute(db);
    if (rows.length > 0)
      yield rows.map(({ transaction_id: transactionId, is_left }) => ({
        kind: is_left === 1 ? 'key-left' : 'key-missing',
        table: key.table,
        transactionId,
      }));
  }
}
