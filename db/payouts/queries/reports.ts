import type { PayoutBatch } from '../../../src/payouts/domain/batch.ts';
import { messageIdOf } from '../../../src/payouts/domain/file-ids.ts';
import type { PayoutReport } from '../../../src/payouts/domain/payout-report.ts';
import type { SentBatch } from '../../../src/payouts/domain/sent-batch.ts';
import type { Database } from '../../tables.ts';
import { factsFromRow } from '../rows.ts';
import { PAID_MINOR, selectPaid } from './paid.ts';

/** Finds what an imported answer of a bank has changed. */
export async function findReport(db: Database, fileId: string): Promise<PayoutReport | undefined> {
  const row = await db
    .selectFrom('payout_reports')
    .select('summary')
    .where('file_id', '=', fileId)
    .executeTakeFirst();
  return row && (JSON.parse(row.summary) as PayoutReport);
}

/** Finds what the file of an exported batch has told the bank, with what is known of it since. */
export async function findSent(db: Database, { id, number, currency }: PayoutBatch): Promise<SentBatch> {
  const rows = await selectPaid(db)
    .select([
      'r.end_to_end_id',
      'r.transaction_id',
      'r.payment_id',
      'r.state',
      'r.bank_status',
      'r.is_executed',
    ])
    .select(PAID_MINOR.as('amount_minor'))
    .where('r.batch_id', '=', id)
    .where('r.payment_id', 'is not', null)
    .orderBy('r.row_number')
    .execute();
  return {
    messageId: messageIdOf(number),
    currency,
    payouts: rows.map((row) => ({
      endToEndId: row.end_to_end_id,
      instructionId: row.transaction_id,
      paymentInformationId: row.payment_id ?? '',
      amountMinor: Number(row.amount_minor),
      facts: factsFromRow(row),
    })),
  };
}
