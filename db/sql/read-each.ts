import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../tables.ts';
import { rowsOf } from './functions.ts';
import { chunksOf } from './lists.ts';

/** The limited queries of one statement: SQLite takes 500. */
const MAX_AT_ONCE = 64;

/**
 * Runs a limited query for each of some values, many in one statement. Rows of the last value can be repeated, because
 * lists are padded to a few lengths.
 * @param isEnough whether the rows so far are enough, so that no further statement runs.
 */
export async function readEach<R, V>(
  db: Database,
  values: readonly V[],
  queryOf: (value: V) => RawBuilder<R>,
  isEnough: (rows: readonly R[]) => boolean = () => false,
): Promise<readonly R[]> {
  const all: R[] = [];
  for (const chunk of chunksOf(values, MAX_AT_ONCE)) {
    const parts = filled(chunk).map((value) => sql`select * from (${queryOf(value)}) as found`);
    const { rows } = await sql<R>`${sql.join(parts, sql` union all `)}`.execute(db);
    all.push(...rows);
    if (isEnough(all)) break;
  }
  return all;
}

/** Fills a list up to the next power of two with its last value, so that statements have few different texts. */
function filled<T>(values: readonly T[]): readonly T[] {
  const size = 2 ** Math.ceil(Math.log2(values.length));
  return Array.from({ length: size }, (_, place) => values[Math.min(place, values.length - 1)] as T);
}

/** The amounts of one statement that only asks whether there is a row. */
const MAX_ASKED = 128;

/**
 * Leaves out the amounts without any row, which are most of them: to ask whether a row exists is cheaper than a list.
 * @param row finds a row for `asked.amount`.
 */
export async function amountsWith(
  db: Database,
  amounts: readonly number[],
  row: RawBuilder<unknown>,
): Promise<ReadonlySet<number>> {
  const found = new Set<number>();
  for (const chunk of chunksOf([...new Set(amounts)], MAX_ASKED)) {
    const asked = rowsOf<{ readonly amount: number }>(
      { amount: 'bigint' },
      chunk.map((amount) => [amount]),
    );
    const { rows } = await sql<{ readonly amount: number | string }>`
      with asked as ${asked} select amount from asked where exists (${row})`.execute(db);
    for (const { amount } of rows) found.add(Number(amount));
  }
  return found;
}
