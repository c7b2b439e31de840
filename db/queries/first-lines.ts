import { type RawBuilder, sql } from 'kysely';
import type { LineFacts } from '../../src/domain/matching/model.ts';
import { chunksOf, padToPowerOfTwo, valueRows } from '../sql/list-statements.ts';
import type { Database } from '../tables.ts';
import { type LineRow, selectLines } from './lines-to-match.ts';

/** The limited queries of one statement: SQLite takes 500. */
const MOST_AT_ONCE = 64;
const MOST_IDS = 1024;
/** The values of one statement that only asks whether there is a line. */
const MOST_ASKED = 128;
const ASKED_TYPES = ['bigint', 'bigint', 'text', 'text', 'bigint'] as const;
/** The other lines of one group, of one kind: a file can name many references on each of many lines. */
const MOST_OTHER_LINES = 2_000;
/** No line has more names of deposits, and other names of these. */
const MOST_OF_LINE = 256;

/** Lines that were read. */
export interface FoundLines {
  readonly found: readonly LineFacts[];
  /** Whether several lines have more others together than may be read for one group, so that none were. */
  readonly isCut: boolean;
}

export const CUT: FoundLines = { found: [], isCut: true };

/**
 * Runs a limited query for each of some values, many in one statement. @returns the ids that these find: of more values
 * than one line has, no more than show that they are too many.
 */
export async function findFirst<V>(
  db: Database,
  values: readonly V[],
  queryOf: (value: V) => RawBuilder<unknown>,
): Promise<readonly string[]> {
  const ids = new Set<string>();
  for (const chunk of chunksOf(values, MOST_AT_ONCE)) {
    const parts = padToPowerOfTwo(chunk).map((value) => sql`select id from (${queryOf(value)}) as found`);
    const { rows } = await sql<{ readonly id: string }>`${sql.join(parts, sql` union all `)}`.execute(db);
    for (const { id } of rows) ids.add(id);
    if (values.length > MOST_OF_LINE && ids.size > MOST_OTHER_LINES) break;
  }
  return [...ids];
}

interface Asking<V> {
  /** The amount of a value, its account of a payer, its day and its lowest amount, as far as it is asked for them. */
  rowOf(value: V): readonly [amount: number, iban?: string | null, day?: string, lowest?: number];
  /** Finds a row for `asked`, a value. */
  readonly exists: RawBuilder<unknown>;
}

/** Leaves out the values for which nothing is there, which are most of them: to ask for any line takes less than a list. */
export async function findSome<V>(
  db: Database,
  values: readonly V[],
  { rowOf, exists }: Asking<V>,
): Promise<readonly V[]> {
  const some = new Set<V>();
  for (const chunk of chunksOf(values, MOST_ASKED)) {
    const rows = chunk.map((value, place) => {
      const [amount, iban = null, day = '', lowest = 0] = rowOf(value);
      return [place, amount, iban, day, lowest];
    });
    const { rows: found } = await sql<{ readonly place: number | string }>`
      with asked(place, amount, iban, day, lowest) as ${valueRows(ASKED_TYPES, rows)}
      select place from asked where (${exists} limit 1) = 1`.execute(db);
    const places = new Set(found.map(({ place }) => Number(place)));
    for (const [place, value] of chunk.entries()) if (places.has(place)) some.add(value);
  }
  return [...some];
}

/** Whether a group is to be made smaller: one line alone has no more others than it may have. */
export function areTooMany({ size }: ReadonlySet<string>, { length }: readonly LineFacts[]): boolean {
  return length > 1 && size > MOST_OTHER_LINES;
}

export async function findLines(db: Database, ids: readonly string[]): Promise<readonly LineRow[]> {
  const rows: LineRow[] = [];
  for (const chunk of chunksOf(ids, MOST_IDS))
    rows.push(...(await selectLines(db).where('l.id', 'in', padToPowerOfTwo(chunk)).execute()));
  return rows;
}
