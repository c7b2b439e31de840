import type {
  StatisticsGroup,
  StatisticsQuery,
  StatisticsResult,
} from '../../src/operations/transactions/store.ts';
import type { Database, TransactionCountersTable } from '../tables.ts';

const GROUP_COLUMNS = {
  day: 'day',
  bank: 'bank_id',
  type: 'type',
  client: 'client_id',
} as const satisfies Record<StatisticsGroup, keyof TransactionCountersTable>;

/** Sums the counters of a range of days. Its cost grows with days, clients and banks, not with transactions. */
export async function readStatistics(db: Database, query: StatisticsQuery): Promise<StatisticsResult> {
  const key = GROUP_COLUMNS[query.groupBy];
  let counters = db
    .selectFrom('transaction_counters')
    .where('day', '>=', query.fromDay)
    .where('day', '<=', query.toDay);
  if (query.clientId !== undefined) counters = counters.where('client_id', '=', query.clientId);
  const rows = await counters
    .select((eb) => [
      eb.ref(key).as('key'),
      eb.fn.sum<number>('created_count').as('createdCount'),
      eb.fn.sum<number>('created_minor').as('createdMinor'),
      eb.fn.sum<number>('successful_count').as('successfulCount'),
      eb.fn.sum<number>('successful_minor').as('successfulMinor'),
      eb.fn.sum<number>('unsuccessful_count').as('unsuccessfulCount'),
      eb.fn.sum<number>('expired_count').as('expiredCount'),
      eb.fn.sum<number>('cancelled_count').as('cancelledCount'),
      eb.fn.sum<number>('rejected_count').as('rejectedCount'),
      eb.fn.sum<number>('reversed_count').as('reversedCount'),
      eb.fn.sum<number>('settled_count').as('settledCount'),
      eb.fn.sum<number>('settling_ms').as('settlingMs'),
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
