import type { OverduePayout } from '../../../src/payouts/domain/batch.ts';
import type { Database } from '../../tables.ts';
import { PAID_IBAN, PAID_MINOR, PAID_NAME, selectPaid } from './paid.ts';
import { findPaidAgain } from './paid-again.ts';

interface ListOverdue {
  /** YYYY-MM-DD. */
  readonly today: string;
  readonly limit: number;
}

/** Lists payouts that wait although the day on which the bank was to pay them is over, the longest first. */
export async function listOverduePayouts(
  db: Database,
  { today, limit }: ListOverdue,
): Promise<OverduePayout[]> {
  const rows = await selectPaid(db)
    .innerJoin('payout_batches as b', 'b.id', 'r.batch_id')
    .select(['b.id', 'b.number', 'b.account_id', 'b.currency', 'b.execution_day'])
    .select([
      'r.row_number',
      'r.transaction_id',
      'r.end_to_end_id',
      'r.bank_status',
      'r.is_executed',
      'f.line_id',
    ])
    .select([PAID_MINOR.as('amount_minor'), PAID_NAME.as('account_name'), PAID_IBAN.as('iban')])
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
    rows.map((row) => row.transaction_id),
  );
  const waitingLineOf = (id: string, number: number) => {
    const debit = paidAgain.get(id);
    return debit?.batchNumber === number ? debit.lineId : null;
  };
  return rows.map((row) => ({
    batchId: row.id,
    batchNumber: row.number,
    accountId: row.account_id,
    currency: row.currency,
    executionDay: row.execution_day,
    transactionId: row.transaction_id,
    kind: row.line_id === null ? 'withdrawal' : 'refund',
    endToEndId: row.end_to_end_id,
    bankStatus: row.bank_status,
    isExecuted: row.is_executed === 1,
    amountMinor: Number(row.amount_minor),
    accountName: row.account_name,
    iban: row.iban,
    waitingLineId: waitingLineOf(row.transaction_id, row.number),
  }));
}
