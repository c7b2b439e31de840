import type {
  PayoutApproval,
  PayoutBatch,
  PayoutRow,
  PayoutRowState,
} from '../../../src/payouts/domain/batch.ts';
import { countsFor } from '../../../src/payouts/domain/policy.ts';
import type { Database } from '../../tables.ts';
import { batchFromRow } from '../batch-row.ts';
import { reasonsFromRow } from '../rows.ts';
import { findApprovals } from './approvals.ts';
import { selectBatches } from './batches.ts';

/** A batch that a withdrawal was put into, and what became of it there. */
export interface PayoutOf {
  readonly batch: PayoutBatch;
  readonly row: Pick<PayoutRow, 'bankStatus' | 'isExecuted' | 'bankReasons' | 'lineId'> & {
    readonly state: PayoutRowState;
  };
  /** Of what the batch contains, where they count. */
  readonly approvals: readonly PayoutApproval[];
  readonly file:
    | {
        readonly name: string;
        readonly exportedBy: string;
        readonly exportedClientId: string;
        readonly exportedAtMs: number;
      }
    | undefined;
}

/** The batches of one withdrawal that are listed. */
const MAX_BATCHES = 20;

/** Finds the batches that a withdrawal was put into, the newest first. */
export async function findPayoutsOf(db: Database, transactionId: string): Promise<PayoutOf[]> {
  const rows = await selectBatches(db)
    .innerJoin('payout_rows as r', 'r.batch_id', 'b.id')
    .leftJoin('payout_files as f', 'f.batch_id', 'b.id')
    .select(['r.state as row_state', 'r.bank_status', 'r.is_executed', 'r.bank_reasons', 'r.line_id'])
    .select(['f.name', 'f.exported_by', 'f.exported_client_id', 'f.exported_at_ms'])
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
    return {
      batch,
      row: {
        state: row.row_state,
        bankStatus: row.bank_status,
        isExecuted: row.is_executed === 1,
        bankReasons: reasonsFromRow(row),
        lineId: row.line_id,
      },
      approvals: (approvals.get(row.id) ?? []).filter((approval) => countsFor(batch, approval)),
      file:
        row.name === null ||
        row.exported_by === null ||
        row.exported_client_id === null ||
        row.exported_at_ms === null
          ? undefined
          : {
              name: row.name,
              exportedBy: row.exported_by,
              exportedClientId: row.exported_client_id,
              exportedAtMs: row.exported_at_ms,
            },
    };
  });
}
