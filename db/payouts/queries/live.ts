import { compileForList } from '../../sql/compile-once.ts';
import type { Database } from '../../tables.ts';

const selectLive = compileForList((db, transactionIds) =>
  db
    .selectFrom('payout_rows as r')
    .innerJoin('payout_batches as b', 'b.id', 'r.batch_id')
    .select(['r.transaction_id', 'b.number'])
    .where('r.state', '=', 'in')
    .where('r.transaction_id', 'in', transactionIds),
);

/** Finds the batches that are going to pay withdrawals. @returns their numbers by the ids of the withdrawals. */
export async function findLivePayouts(
  db: Database,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await selectLive(db, transactionIds);
  return new Map(rows.map((row) => [row.transaction_id, row.number]));
}
