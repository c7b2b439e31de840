import { sql } from 'kysely';
import { type CounterSums, sumsSince } from '../../src/domain/counters.ts';
import { dayIn } from '../../src/domain/time-zone.ts';
import type {
  Statistics,
  StatisticsGroup,
  StatisticsQuery,
  StatisticsResult,
} from '../../src/operations/transactions/store.ts';
import { readTimeZone } from '../sql/days.ts';
import type { Database, TransactionCountersTable } from '../tables.ts';
import { findHeldOf } from './released.ts';

const GROUP_COLUMNS = {
  day: 'day',
  bank: 'bank_id',
  type: 'type',
  client: 'client_id',
} as const satisfies Record<StatisticsGroup, keyof TransactionCountersTable>;

/** The fields of a group, and the sums of the counters that they are. */
const SUMS = {
  createdCount: 'created_count',
  createdMinor: 'created_minor',
  successfulCount: 'successful_count',
  successfulMinor: 'successful_minor',
  unsuccessfulCount: 'unsuccessful_count',
  expiredCount: 'expired_count',
  cancelledCount: 'cancelled_count',
  rejectedCount: 'rejected_count',
  reversedCount: 'reversed_count',
  settledCount: 'settled_count',
  settlingMs: 'settling_ms',
} as const satisfies Record<Exclude<keyof Statistics, 'key'>, keyof CounterSums>;

const FIELDS = Object.keys(SUMS) as (keyof typeof SUMS)[];

/** Sums the counters of a range of days. Its cost grows with days, clients and banks, not with transactions. */
export async function readStatistics(db: Database, query: StatisticsQuery): Promise<StatisticsResult> {
  const { isForClient, clientId } = query;
  if (!isForClient || clientId === undefined) return sumCounters(db, query);
  // One snapshot: what is released or undone in between would be counted twice, or not at all.
  const snapshot = db.transaction().setIsolationLevel('repeatable read');
  return snapshot.execute(async (trx) => {
    const counted = await sumCounters(trx, query);
    const heldBack = await sumHeldBack(trx, clientId, query);
    return { ...counted, groups: counted.groups.map((group) => subtract(group, heldBack.get(group.key))) };
  });
}

/** Counters know the client, not the mode: few clients have test keys, and an index has these alone. */
function isCounted({ isTest, clientId }: StatisticsQuery) {
  if (clientId !== undefined) return sql<boolean>`client_id = ${clientId}`;
  const ofTests = sql`(select id from clients where is_test = 1)`;
  return isTest ? sql<boolean>`client_id in ${ofTests}` : sql<boolean>`client_id not in ${ofTests}`;
}

async function sumCounters(db: Database, query: StatisticsQuery): Promise<StatisticsResult> {
  const key = GROUP_COLUMNS[query.groupBy];
  const counters = db
    .selectFrom('transaction_counters')
    .where('day', '>=', query.fromDay)
    .where('day', '<=', query.toDay)
    .where(isCounted(query));
  const rows = await counters
    .select((eb) => [
      eb.ref(key).as('key'),
      ...FIELDS.map((field) => eb.fn.sum<number>(SUMS[field]).as(field)),
      eb.fn.countAll<number>().as('rowCount'),
    ])
    .groupBy(key)
    .orderBy(key)
    .execute();
  return {
    groups: rows.map(({ rowCount: _, ...row }) => ({ ...row, key: String(row.key) })),
    scannedRows: rows.reduce((sum, row) => sum + row.rowCount, 0),
  };
}

/** Sums what the counters have from events that are held back, by the key of the group. */
async function sumHeldBack(
  db: Database,
  clientId: string,
  { groupBy, fromDay, toDay }: StatisticsQuery,
): Promise<ReadonlyMap<string, readonly CounterSums[]>> {
  const sums = new Map<string, CounterSums[]>();
  const found = await findHeldOf(db, clientId);
  if (found.length === 0) return sums;
  const timeZone = await readTimeZone(db);
  for (const { stored, held } of found) {
    const day = dayIn(timeZone, stored.createdAtMs);
    if (day < fromDay || day > toDay) continue;
    const key = { day: String(day), bank: stored.bankId, type: stored.type, client: clientId }[groupBy];
    const ofKey = sums.get(key) ?? [];
    ofKey.push(sumsSince(held.released, stored, held.events));
    sums.set(key, ofKey);
  }
  return sums;
}

function subtract(group: Statistics, heldBack: readonly CounterSums[] = []): Statistics {
  const subtracted = FIELDS.map((field) => [
    field,
    heldBack.reduce((left, sums) => left - sums[SUMS[field]], group[field]),
  ]);
  return { ...group, ...Object.fromEntries(subtracted) };
}
