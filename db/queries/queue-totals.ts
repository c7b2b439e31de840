import { sql } from 'kysely';
import type { QueueTotalsResult, TransactionFilter } from '../../src/operations/transactions/store.ts';
import type { Database } from '../tables.ts';
import { selectMatching } from './list-conditions.ts';

/** Counts the pending transactions that a filter selects. */
export async function countQueue(db: Database, filter: TransactionFilter): Promise<QueueTotalsResult> {
  const row = await selectMatching(db, { ...filter, status: 'pending' }, { backwards: false })
    .clearSelect()
    .clearOrderBy()
    .select((eb) => [
      eb.fn.countAll<number>().as('waiting'),
      eb.fn.count<number>('sent_at_ms').as('sent'),
      sql<number>`coalesce(sum(type = 'deposit'), 0)`.as('deposits'),
      sql<number>`coalesce(sum(type = 'withdrawal'), 0)`.as('withdrawals'),
    ])
    .executeTakeFirstOrThrow();
  return { ...row, scannedRows: row.waiting };
}
