import { groupBy } from '../../../src/kernel/group-by.ts';
import { messageIdOf } from '../../../src/payouts/domain/file-ids.ts';
import { compileForList } from '../../sql/compiled.ts';
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

/** The names by which lines can refer to the money of a withdrawal or refund. */
export interface NamedMoney {
  readonly transactionId: string;
  readonly names: readonly string[];
}

/** A payout in a bank file. */
interface FiledRow {
  readonly end_to_end_id: string;
  readonly payment_id: string;
  /** The number of its batch. */
  readonly number: number | string;
}

/** Lists the names in bank files for the money of a withdrawal or refund: its payouts, their payments and files. */
export function namesInFiles(filed: readonly FiledRow[]): readonly string[] {
  const names = filed.flatMap(({ end_to_end_id, payment_id, number }) => [
    end_to_end_id,
    payment_id,
    messageIdOf(Number(number)),
  ]);
  return [...new Set(names)];
}

/** Finds the batches that are going to pay withdrawals and refunds, by the ids of these. */
export async function findLivePayouts(
  db: Database,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, LivePayout>> {
  return liveOf(await selectLive(db, transactionIds));
}

/** Finds the batches that are going to pay withdrawals and refunds, and all names of their money in bank files. */
export async function findPayouts(db: Database, transactionIds: readonly string[]) {
  const rows = await selectAll(db, transactionIds);
  const filed = groupBy(
    rows.flatMap(({ payment_id, ...row }) => (payment_id === null ? [] : { ...row, payment_id })),
    (row) => row.transaction_id,
  );
  const named = transactionIds.map((transactionId): NamedMoney => {
    return { transactionId, names: [...namesInFiles(filed.get(transactionId) ?? []), transactionId] };
  });
  return { live: liveOf(rows.filter(({ row_state }) => row_state === 'in')), named };
}

function liveOf(rows: Awaited<ReturnType<typeof selectLive>>): ReadonlyMap<string, LivePayout> {
  return new Map(
    rows.map((row) => [row.transaction_id, { number: row.number, isExported: row.state === 'exported' }]),
  );
}
