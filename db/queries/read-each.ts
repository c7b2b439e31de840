import { type RawBuilder, sql } from 'kysely';
import { chunksOf, padToPowerOfTwo } from '../sql/list-statements.ts';
import type { Database } from '../tables.ts';

/** The limited queries of one statement: SQLite takes 500. */
const MOST_AT_ONCE = 64;

/**
 * Runs a limited query for each of some values, many in one statement. Rows of the last value can come several times.
 * @param isEnough whether the rows so far are enough, so that no further statement runs.
 */
export async function readEach<R, V>(
  db: Database,
  values: readonly V[],
  queryOf: (value: V) => RawBuilder<R>,
  isEnough: (rows: readonly R[]) => boolean = () => false,
): Promise<readonly R[]> {
  const all: R[] = [];
  for (const chunk of chunksOf(values, MOST_AT_ONCE)) {
    const parts = padToPowerOfTwo(chunk).map((value) => sql`select * from (${queryOf(value)}) as found`);
    const { rows } = await sql<R>`${sql.join(parts, sql` union all `)}`.execute(db);
    all.push(...rows);
    if (isEnough(all)) break;
  }
  return all;
}
