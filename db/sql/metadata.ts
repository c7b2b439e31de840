import { sql } from 'kysely';
import type { Database } from '../tables.ts';

/** Reads a fact about the database by its key; undefined when there is none. With several keys it reads any one that is there. */
export async function readMetadata(db: Database, ...keys: readonly string[]): Promise<string | undefined> {
  const row = await db.selectFrom('metadata').select('value').where('key', 'in', keys).executeTakeFirst();
  return row?.value;
}

/** A number of the metadata as an SQL expression; 0 where there is none. */
export function metadataNumber(key: string) {
  return sql<number>`
    (select coalesce(max(cast(value as bigint)), 0) from metadata where key = ${sql.lit(key)})`;
}
