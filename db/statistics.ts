import { type ExpressionBuilder, sql } from 'kysely';
import { utcDay } from '../src/domain/bank.ts';
import type { Transaction } from '../src/domain/transaction.ts';
import type { Statistics, StatisticsGroup, StatisticsQuery } from '../src/operations/ports.ts';
import type { Database, DatabaseTransaction } from './dialect.ts';
import { prepareQuery } from './prepared.ts';
import type { Tables, TransactionCountersTable } from './tables.ts';

const NOTHING: TransactionCountersTable = {
  day: 0,
  client_id: '',
  bank_id: '',
  type: 'deposit',
  created_count: 0,
  created_minor: 0,
  successful_count: 0,
  successful_minor: 0,
  unsuccessful_count: 0,
  settled_count: 0,
  settling_ms: 0,
};

const addCreated = prepareQuery((trx) =>
  trx
    .insertInto('transaction_counters')
    .values({
      ...NOTHING,
      successful_count: sql.lit(0),
      successful_minor: sql.lit(0),
      unsuccessful_count: sql.lit(0),
      settled_count: sql.lit(0),
      settling_ms: sql.lit(0),
    })
    .onConflict((conflict) =>
      conflict.columns(['day', 'client_id', 'bank_id', 'type']).doUpdateSet((eb) => ({
        created_count: plus(eb, 'created_count'),
        created_minor: plus(eb, 'created_minor'),
      })),
    ),
);

function plus(
  eb: ExpressionBuilder<Tables & { excluded: TransactionCountersTable }, 'transaction_counters' | 'excluded'>,
  column: 'created_count' | 'created_minor',
) {
  return eb(`transaction_counters.${column}`, '+', eb.ref(`excluded.${column}`));
}

/** Counts new transactions: one statement for each client, bank and type among them. */
export async function countCreated(
  trx: DatabaseTransaction,
  transactions: readonly Transaction[],
): Promise<void> {
  const counters = new Map<string, { sample: Transaction; count: number; minor: number }>();
  for (const transaction of transactions) {
    const key = `${transaction.type} ${transaction.clientId} ${transaction.bankId}`;
    const counter = counters.get(key) ?? { sample: transaction, count: 0, minor: 0 };
    counter.count += 1;
    counter.minor += transaction.amountMinor;
    counters.set(key, counter);
  }
  const updates = Array.from(counters.values(), ({ sample, count, minor }) => {
    const day = utcDay(sample.createdAtMs);
    return addCreated.run(trx, 1, [day, sample.clientId, sample.bankId, sample.type, count, minor]);
  });
  await Promise.all(updates);
}

type Outcomes = Pick<
  TransactionCountersTable,
  'successful_count' | 'successful_minor' | 'unsuccessful_count' | 'settled_count' | 'settling_ms'
>;

const addOutcomes = prepareQuery((trx) =>
  trx
    .updateTable('transaction_counters')
    .set((eb) => ({
      successful_count: eb('successful_count', '+', 0),
      successful_minor: eb('successful_minor', '+', 0),
      unsuccessful_count: eb('unsuccessful_count', '+', 0),
      settled_count: eb('settled_count', '+', 0),
      settling_ms: eb('settling_ms', '+', 0),
    }))
    .where('day', '=', 0)
    .where('client_id', '=', '')
    .where('bank_id', '=', '')
    .where('type', '=', 'deposit'),
);

/** Moves transactions from one outcome to another, among those created on the same day. */
export async function countChanges(
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
  const updates = Array.from(counters.values(), ({ sample, sums }) => {
    const key = [utcDay(sample.createdAtMs), sample.clientId, sample.bankId, sample.type];
    return addOutcomes.run(trx, 1, [...Object.values(sums), ...key]);
  });
  await Promise.all(updates);
}

/** In the order of the parameters of `addOutcomes`. */
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
