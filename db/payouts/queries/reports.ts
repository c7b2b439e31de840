import { factsOf, type PayoutBatch } from '../../../src/payouts/domain/batch.ts';
import { messageIdOf } from '../../../src/payouts/domain/file-ids.ts';
import type { PayoutReport } from '../../../src/payouts/domain/payout-report.ts';
import type { SentBatch } from '../../../src/payouts/domain/sent-batch.ts';
import type { Database } from '../../tables.ts';
import { payoutFromRow, selectPayouts } from './paid.ts';

/** Finds what an imported report of a bank has changed. */
export async function findReport(db: Database, fileId: string): Promise<PayoutReport | undefined> {
  const row = await db
    .selectFrom('payout_reports')
    .select('summary')
    .where('file_id', '=', fileId)
    .executeTakeFirst();
  return row && (JSON.parse(row.summary) as PayoutReport);
}

/** Finds the payouts in the file of an exported batch, with what has been learned about them since. */
export async function findSent(db: Database, { id, number, currency }: PayoutBatch): Promise<SentBatch> {
  const rows = await selectPayouts(db)
    .where('r.batch_id', '=', id)
    .where('r.payment_id', 'is not', null)
    .orderBy('r.row_number')
    .execute();
  return {
    messageId: messageIdOf(number),
    currency,
    payouts: rows.map(payoutFromRow).map((row) => ({
      endToEndId: row.endToEndId,
      instructionId: row.transactionId,
      paymentInformationId: row.paymentId ?? '',
      amountMinor: row.amountMinor,
      facts: factsOf(row),
    })),
  };
}
