import { sql } from 'kysely';
import type { ListPosition, QueueTotalsResult, TransactionFilter } from '../../../src/transactions/store.ts';
import type { Database } from '../../tables.ts';
import { selectIndexed, selectMatching } from './list-conditions.ts';
import { IS_LIVE, IS_TEST } from './modes.ts';
import { type Condition, IS_IN_PAYOUT, IS_PENDING, type ListSource } from './row-conditions.ts';
import { yieldToEventLoop } from './scans.ts';
import { planList } from './sources.ts';

/** One statement counts this many rows, then other queries run. */
const COUNTED_ROWS = 10_000;

const NOTHING = { waiting: 0, sent: 0, deposits: 0, withdrawals: 0, inPayouts: 0, scannedRows: 0 };

/**
 * Counts the pending transactions that a filter selects: those that the list finds with the status pending. It looks
 * at the index of pending transactions only, which also has what most filters ask for.
 */
export async function countQueue(db: Database, filter: TransactionFilter): Promise<QueueTotalsResult> {
  const { status: _, ...others } = filter;
  let scannedRows = 0;
  for (const { conditions } of await planList(db, others)) {
    const totals = await count(db, conditions, others);
    scannedRows += totals.scannedRows;
    if (totals.waiting > 0) return { ...totals, scannedRows };
  }
  return { ...NOTHING, scannedRows };
}

type MutableTotals = { -readonly [K in keyof QueueTotalsResult]: number };

async function count(
  db: Database,
  and: readonly Condition[],
  { isTest, fromMs, toMs }: TransactionFilter,
): Promise<MutableTotals> {
  const source: ListSource = { where: [IS_PENDING, isTest ? IS_TEST : IS_LIVE], and };
  const totals = { ...NOTHING };
  let after: ListPosition | undefined;
  for (;;) {
    const range = { fromMs, toMs, after, backwards: false };
    const chunkEnd = await selectIndexed(db, source, range)
      .select(['created_at_ms as createdAtMs', 'id'])
      .limit(1)
      .offset(COUNTED_ROWS - 1)
      .executeTakeFirst();
    const row = await selectMatching(db, source, { ...range, chunkEnd })
      .clearOrderBy()
      .select((eb) => [
        eb.fn.countAll<number>().as('waiting'),
        eb.fn.count<number>('sent_at_ms').as('sent'),
        sql<number>`count(*) filter (where "type" = 'deposit')`.as('deposits'),
        sql<number>`count(*) filter (where "type" = 'withdrawal')`.as('withdrawals'),
        sql<number>`count(*) filter (where "type" = 'withdrawal' and ${IS_IN_PAYOUT})`.as('inPayouts'),
      ])
      .executeTakeFirstOrThrow();
    totals.waiting += row.waiting;
    totals.sent += row.sent;
    totals.deposits += row.deposits;
    totals.withdrawals += row.withdrawals;
    totals.inPayouts += row.inPayouts;
    if (!chunkEnd) return totals;
    totals.scannedRows += COUNTED_ROWS;
    after = chunkEnd;
    await yieldToEventLoop();
  }
}
