import { utcDay } from '../../src/domain/bank.ts';
import type { Transaction } from '../../src/domain/transaction.ts';
import type {
  Statistics,
  StatisticsGroup,
  StatisticsQuery,
} from '../../src/operations/transactions/store.ts';
import type { Database, DatabaseTransaction, TransactionCountersTable } from '../tables.ts';

/** Counts new transactions, by client, bank and type. */
export async function countCreated(
  trx: DatabaseTransaction,
  transactions: readonly Transaction[],
): Promise<void> {
  if (transactions.length === 0) return;
  const counters = new Map<string, TransactionCountersTable>();
  for (const { type, clientId, bankId, amountMinor, createdAtMs } of transactions) {
    const key = `${type} ${clientId} ${bankId}`;
    let counter = counters.get(key);
    if (!counter) {
      counter = { ...NOTHING, day: utcDay(createdAtMs), client_id: clientId, bank_id: bankId, type };
      counters.set(key, counter);
    }
    counter.created_count += 1;
    counter.created_minor += amountMinor;
  }
  await trx
    .insertInto('transaction_counters')
    .values([...counters.values()])
    .onConflict((conflict) =>
      conflict.columns(['day', 'client_id', 'bank_id', 'type']).doUpdateSet((eb) => ({
        created_count: eb('transaction_counters.created_count', '+', eb.ref('excluded.created_count')),
        created_minor: eb('transaction_counters.created_minor', '+', eb.ref('excluded.created_minor')),
      })),
    )
    .execute();
}

const NOTHING = {
  created_count: 0,
  created_minor: 0,
  successful_count: 0,
  successful_minor: 0,
  unsuccessful_count: 0,
  settled_count: 0,
  settling_ms: 0,
} as const;

type Outcomes = Pick<
  TransactionCountersTable,
  'successful_count' | 'successful_minor' | 'unsuccessful_count' | 'settled_count' | 'settling_ms'
>;

/** Moves transactions from one outcome to another, among those created on the same day. */
export async function countTransitions(
  trx: DatabaseTransaction,
  changes: readonly { readonly before: Transaction; readonly after: Transaction }[],
): Promise<void> {
  const counters = new Map<string, { readonly sample: Transaction; readonly sums: Outcomes }>();
  for (const { before, after } of changes) {
    const key = `${utcDay(after.createdAtMs)} ${after.type} ${after.clientId} ${after.bankId}`;
    const counter = counters.get(key) ?? { sample: after, sums: noOutcomes() };
    counters.set(key, counter);
    addOutcome(counter.sums, before, -1);
    addOutcome(counter.sums, after, 1);
    if (before.status === 'pending' && after.status === 'successful') {
      counter.sums.settled_count += 1;
      counter.sums.settling_ms += Math.max(0, after.updatedAtMs - after.createdAtMs);
    }
  }
  for (const { sample, sums } of counters.values())
    await trx
      .updateTable('transaction_counters')
      .set((eb) => ({
        successful_count: eb('successful_count', '+', sums.successful_count),
        successful_minor: eb('successful_minor', '+', sums.successful_minor),
        unsuccessful_count: eb('unsuccessful_count', '+', sums.unsuccessful_count),
        settled_count: eb('settled_count', '+', sums.settled_count),
        settling_ms: eb('settling_ms', '+', sums.settling_ms),
      }))
      .where('day', '=', utcDay(sample.createdAtMs))
      .where('client_id', '=', sample.clientId)
      .where('bank_id', '=', sample.bankId)
      .where('type', '=', sample.type)
      .execute();
}

function noOutcomes(): Outcomes {
  return {
    successful_count: 0,
    successful_minor: 0,
    unsuccessful_count: 0,
    settled_count: 0,
    settling_ms: 0,
  };
}

function addOutcome(sums: Outcomes, transaction: Transaction, factor: 1 | -1): void {
  if (transaction.status === 'successful') {
    sums.successful_count += factor;
    sums.successful_minor += factor * (transaction.finalAmountMinor ?? transaction.amountMinor);
  } else if (transaction.status === 'unsuccessful') {
    sums.unsuccessful_count += factor;
  }
}

const GROUP_COLUMNS = {
  day: 'day',
  bank: 'bank_id',
  type: 'type',
  client: 'client_id',
} as const satisfies Record<StatisticsGroup, keyof TransactionCountersTable>;

/** Sums the counters of the days asked for: its cost grows with days, clients and banks, not with transactions. */
export async function readStatistics(db: Database, query: StatisticsQuery): Promise<Statistics[]> {
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
      eb.fn.sum<number>('settled_count').as('settledCount'),
      eb.fn.sum<number>('settling_ms').as('settlingMs'),
    ])
    .groupBy(key)
    .orderBy(key)
    .execute();
  return rows.map((row) => ({ ...row, key: String(row.key) }));
}
