import { sql } from 'kysely';
import type { CounterSums } from '../../../src/transactions/domain/counters.ts';
import type {
  Statistics,
  StatisticsGroup,
  StatisticsQuery,
  StatisticsResult,
} from '../../../src/transactions/store.ts';
import { columnsOf } from '../../sql/columns.ts';
import type { Database, TransactionCountersTable } from '../../tables.ts';

const GROUP_COLUMNS = {
  day: 'day',
  bank: 'bank_id',
  type: 'type',
  client: 'client_id',
} as const satisfies Record<StatisticsGroup, keyof TransactionCountersTable>;

/** The fields of a group, and the sums of the counters that they are. */
const SUMS = columnsOf(
  `createdCount createdMinor successfulCount successfulMinor unsuccessfulCount expiredCount cancelledCount
    rejectedCount reversedCount settledCount settlingMs`,
) satisfies Record<Exclude<keyof Statistics, 'key'>, keyof CounterSums>;

const FIELDS = Object.keys(SUMS) as (keyof typeof SUMS)[];

/** Counters know the client, not the mode: few clients have test keys, and an index has these alone. */
function isCounted({ isTest, clientId }: StatisticsQuery) {
  if (clientId !== undefined) return sql<boolean>`client_id = ${clientId}`;
  const ofTests = sql`(select id from clients where is_test = 1)`;
  return isTest ? sql<boolean>`client_id in ${ofTests}` : sql<boolean>`client_id not in ${ofTests}`;
}

/** Sums the counters of a range of days. Its cost grows with days, clients and banks, not with transactions. */
export async function readStatistics(db: Database, query: StatisticsQuery): Promise<StatisticsResult> {
  const key = GROUP_COLUMNS[query.groupBy];
  const counters = db
    .selectFrom('transaction_counters')
    .where('day', '>=', query.fromDay)
    .where('day', '<=', query.toDay)
    .where(isCounted(query))
    .$if(query.type !== undefined, (all) => all.where('type', '=', query.type ?? 'deposit'));
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
