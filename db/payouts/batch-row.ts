import type { Insertable, Selectable } from 'kysely';
import { normalizeIban } from '../../src/kernel/iban.ts';
import type { BatchState, Payer, PayoutBatch } from '../../src/payouts/domain/batch.ts';
import type { PayoutBatchesTable } from './rows.ts';

/** A batch with the state that holds now, and the account that pays. */
export type FoundBatch = Omit<Selectable<PayoutBatchesTable>, 'state'> & {
  /** See STATE_NOW. */
  readonly state_now: BatchState;
  readonly payer_name: string;
  readonly payer_iban: string;
};

export function payerOf(account: { readonly accountName: string; readonly iban: string }): Payer {
  return { name: account.accountName, iban: normalizeIban(account.iban) ?? account.iban };
}

export function batchFromRow(row: FoundBatch): PayoutBatch {
  return {
    id: row.id,
    number: row.number,
    state: row.state_now,
    accountId: row.account_id,
    payer: payerOf({ accountName: row.payer_name, iban: row.payer_iban }),
    currency: row.currency,
    executionDay: row.execution_day,
    rowCount: row.row_count,
    sumMinor: row.sum_minor,
    contentHash: row.content_hash,
    maker: row.maker,
    makerClientId: row.maker_client_id,
    createdAtMs: row.created_at_ms,
    rejectedBy: row.rejected_by,
    rejectReason: row.reject_reason,
  };
}

export function batchToRow(batch: PayoutBatch): Insertable<PayoutBatchesTable> {
  return {
    id: batch.id,
    number: batch.number,
    state: batch.state,
    account_id: batch.accountId,
    currency: batch.currency,
    execution_day: batch.executionDay,
    row_count: batch.rowCount,
    sum_minor: batch.sumMinor,
    content_hash: batch.contentHash,
    maker: batch.maker,
    maker_client_id: batch.makerClientId,
    created_at_ms: batch.createdAtMs,
    rejected_by: batch.rejectedBy,
    reject_reason: batch.rejectReason,
    changed_at_ms: batch.createdAtMs,
  };
}
