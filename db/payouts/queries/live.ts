import { compileForList } from '../../sql/compile-once.ts';
import type { Database } from '../../tables.ts';

const selectPayouts = (isLive: boolean) =>
  compileForList((db, transactionIds) =>
    db
      .selectFrom('payout_rows as r')
      .innerJoin('payout_batches as b', 'b.id', 'r.batch_id')
      .select(['r.transaction_id', 'r.end_to_end_id', 'r.payment_id', 'b.number', 'b.state'])
      .select('r.state as row_state')
      .where('r.transaction_id', 'in', transactionIds)
      .$if(isLive, (query) => query.where('r.state', '=', 'in')),
  );

const selectLive = selectPayouts(true);
const selectAll = selectPayouts(false);

/** A batch that is going to pay a withdrawal or refund. */
interface LivePayout {
  readonly number: number;
  readonly isExported: boolean;
}

/** A payout of a withdrawal or refund in a file that was made for a bank. */
export interface Filed {
  readonly transactionId: string;
  /** The ids by which lines can name it: its own, and that of its payment. */
  readonly names: readonly string[];
}

/** Finds the batches that are going to pay withdrawals and refunds, by the ids of these. */
export async function findLivePayouts(
  db: Database,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, LivePayout>> {
  return liveOf(await selectLive(db, transactionIds));
}

/** Finds the batches that are going to pay withdrawals and refunds, and all files in which these are or were. */
export async function findPayouts(db: Database, transactionIds: readonly string[]) {
  const rows = await selectAll(db, transactionIds);
  const filed = rows.flatMap(({ transaction_id: transactionId, end_to_end_id, payment_id }): Filed[] =>
    payment_id === null ? [] : [{ transactionId, names: [end_to_end_id, payment_id] }],
  );
  return { live: liveOf(rows.filter(({ row_state }) => row_state === 'in')), filed };
}

function liveOf(rows: Awaited<ReturnType<typeof selectLive>>): ReadonlyMap<string, LivePayout> {
  return new Map(
    rows.map((row) => [row.transaction_id, { number: row.number, isExported: row.state === 'exported' }]),
  );
}
