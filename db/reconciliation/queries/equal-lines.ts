import { sql } from 'kysely';
import { groupBy } from '../../../src/kernel/group-by.ts';
import { MAX_COMPARED } from '../../../src/reconciliation/domain/lines-of-key.ts';
import type { StatementSpan } from '../../../src/reconciliation/domain/same-line.ts';
import type { EqualLines, LineKey } from '../../../src/reconciliation/import-store.ts';
import { chunksOf } from '../../sql/lists.ts';
import type { Database } from '../../tables.ts';

/** How many lines one query takes. */
const MAX_IDS = 500;

const SPAN = [
  ...([
    's.kind',
    's.sequence_number as sequenceNumber',
    's.page',
    's.opening_minor as openingMinor',
  ] as const),
  's.closing_minor as closingMinor',
  // In earlier versions, the days of a statement were those of its lines.
  sql<string | null>`coalesce(s.first_line_date, s.first_date)`.as('firstLineDate'),
  sql<string | null>`coalesce(s.last_line_date, s.last_date)`.as('lastLineDate'),
] as const;

/** Finds the stored lines with these keys, and the statements that contain them. Keys without lines are left out. */
export async function findEqualLines(db: Database, keys: readonly LineKey[]): Promise<EqualLines[]> {
  const counts = await selectKeys(db, keys)
    .select((eb) => [
      'l.account_id as accountId',
      'l.line_key as key',
      eb.fn.countAll<number>().as('count'),
      eb.fn.max<number>('l.occurrence').as('last'),
    ])
    .groupBy(['l.account_id', 'l.line_key'])
    .execute();
  if (counts.length === 0) return [];
  const rows = await selectKeys(db, counts)
    .innerJoin('statements as s', 's.id', 'l.statement_id')
    .select(['l.id', 'l.account_id', 'l.line_key', 'l.bank_reference', 'l.balance_after_minor', ...SPAN])
    .where('l.occurrence', '<=', MAX_COMPARED)
    .orderBy('l.occurrence')
    .execute();
  const spans = await findSightings(
    db,
    rows.map(({ id }) => id),
  );
  const byKey = groupBy(rows, (row) => `${row.account_id} ${row.line_key}`);
  return counts.map(({ accountId, key, count, last }) => ({
    accountId,
    key,
    count: Number(count),
    last: Number(last),
    lines: (byKey.get(`${accountId} ${key}`) ?? []).map((row) => ({
      id: row.id,
      bankReference: row.bank_reference,
      balanceAfterMinor: row.balance_after_minor,
      spans: [spanOf(row), ...(spans.get(row.id) ?? []).map(spanOf)] as const,
    })),
  }));
}

/** Finds the later statements that contain lines, by the ids of the lines. */
async function findSightings(db: Database, lineIds: readonly string[]) {
  const sightings: (StatementSpan & { readonly lineId: string })[] = [];
  for (const chunk of chunksOf(lineIds, MAX_IDS))
    sightings.push(
      ...(await db
        .selectFrom('line_sightings as g')
        .innerJoin('statements as s', 's.id', 'g.statement_id')
        .select(['g.line_id as lineId', ...SPAN])
        .where('g.line_id', 'in', chunk)
        .execute()),
    );
  return groupBy(sightings, ({ lineId }) => lineId);
}

/** Selects lines by key. For several accounts it finds more keys than requested, which does no harm. */
function selectKeys(db: Database, keys: readonly LineKey[]) {
  return db
    .selectFrom('statement_lines as l')
    .where('l.account_id', 'in', [...new Set(keys.map(({ accountId }) => accountId))])
    .where('l.line_key', 'in', [...new Set(keys.map(({ key }) => key))]);
}

/** Returns the span without the line, since all spans of a file are kept in memory until its end. */
function spanOf(row: StatementSpan): StatementSpan {
  const { kind, sequenceNumber, page, openingMinor, closingMinor, firstLineDate, lastLineDate } = row;
  return { kind, sequenceNumber, page, openingMinor, closingMinor, firstLineDate, lastLineDate };
}
