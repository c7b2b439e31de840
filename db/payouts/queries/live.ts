import { compileForList } from '../../sql/compile-once.ts';
import type { Database } from '../../tables.ts';

const selectLive = compileForList((db, transactionIds) =>
  db
    .selectFrom('payout_rows as r')
    .innerJoin('payout_batches as b', 'b.id', 'r.batch_id')
    .select(['r.transaction_id', 'b.number', 'b.state'])
    .where('r.state', '=', 'in')
    .where('r.transaction_id', 'in', transactionIds),
);

/** A batch that is going to pay a withdrawal or refund. */
interface LivePayout {
  readonly number: number;
  readonly isExported: boolean;
}

/** Finds the batches that are going to pay withdrawals and refunds, by the ids of these. */
export async function findLivePayouts(
  db: Database,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, LivePayout>> {
  const rows = await selectLive(db, transactionIds);
  return new Map(
    rows.map((row) => [row.transaction_id, { number: row.number, isExported: row.state === 'exported' }]),
  );
}
