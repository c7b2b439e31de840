import type { Database } from '../../tables.ts';
import { payoutFromRow, selectPayouts } from './paid.ts';
import { findPaidAgain } from './paid-again.ts';

interface ListOverdue {
  /** YYYY-MM-DD. */
  readonly today: string;
  readonly limit: number;
}

/** Lists payouts that wait although the day on which the bank was to pay them is over, the most overdue first. */
export async function listOverduePayouts(db: Database, { today, limit }: ListOverdue) {
  const rows = await selectPayouts(db)
    .select(['b.id as batchId', 'b.number as batchNumber', 'b.account_id as accountId'])
    .select(['b.currency', 'b.execution_day as executionDay'])
    .where('b.state', '=', 'exported')
    .where('b.execution_day', '<', today)
    .where('r.state', '=', 'in')
    .orderBy('b.execution_day')
    .orderBy('b.number')
    .orderBy('r.row_number')
    .limit(limit)
    .execute();
  const paidAgain = await findPaidAgain(
    db,
    rows.map((row) => row.transactionId),
  );
  return rows.map((row) => {
    const debit = paidAgain.get(row.transactionId);
    /** A booked debit of it that did not settle automatically. */
    const waitingLineId = debit?.batchNumber === row.batchNumber ? debit.lineId : null;
    return { ...payoutFromRow(row), waitingLineId };
  });
}
