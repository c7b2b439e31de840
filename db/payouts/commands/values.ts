import type { AuditValues } from '../../../src/audit/domain/audit.ts';
import { minorToAmount } from '../../../src/kernel/money.ts';
import type { PayoutBatch } from '../../../src/payouts/domain/batch.ts';

/** The values of a batch for the audit log. `sum` is in currency units. */
export function payoutValues(batch: PayoutBatch): AuditValues {
  return {
    number: batch.number,
    state: batch.state,
    rowCount: batch.rowCount,
    sum: minorToAmount(batch.sumMinor),
    currency: batch.currency,
    executionDay: batch.executionDay,
    contentHash: batch.contentHash,
  };
}
