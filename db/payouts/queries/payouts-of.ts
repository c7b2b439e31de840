import { countsFor } from '../../../src/payouts/domain/policy.ts';
import type { Database } from '../../tables.ts';
import { batchFromRow } from '../batch-row.ts';
import { reasonsFromRow } from '../rows.ts';
import { findApprovals } from './approvals.ts';
import { selectBatches } from './batches.ts';

/** How many batches of one withdrawal are listed. */
const MAX_BATCHES = 20;

/** Finds the batches that a withdrawal or a refund was put into, newest first. */
export async function findPayoutsOf(db: Database, transactionId: string) {
  const rows = await selectBatches(db)
    .innerJoin('payout_rows as r', 'r.batch_id', 'b.id')
    .leftJoin('payout_files as f', 'f.batch_id', 'b.id')
    .select(['r.state as row_state', 'r.bank_status', 'r.is_executed', 'r.bank_reasons', 'r.line_id'])
    .select(['f.name as fileName', 'f.exported_at_ms as exportedAtMs'])
    .select(['f.exported_by', 'f.exported_client_id'])
    .where('r.transaction_id', '=', transactionId)
    .orderBy('b.number', 'desc')
    .limit(MAX_BATCHES)
    .execute();
  if (rows.length === 0) return [];
  const approvals = await findApprovals(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const batch = batchFromRow(row);
    const { fileName, exportedAtMs, exported_by: person } = row;
    return {
      batch,
      /** The withdrawal as a row of the batch. */
      row: {
        state: row.row_state,
        bankStatus: row.bank_status,
        isExecuted: row.is_executed === 1,
        bankReasons: reasonsFromRow(row),
        lineId: row.line_id,
      },
      /** The approvals that count for what the batch contains. */
      approvals: (approvals.get(row.id) ?? []).filter((approval) => countsFor(batch, approval)),
      exporter: person === null ? null : { person, clientId: row.exported_client_id ?? '' },
      exportedAtMs,
      fileName,
    };
  });
}
