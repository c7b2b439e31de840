import type { Insertable, Selectable } from 'kysely';
import { normalizeIban } from '../../src/kernel/iban.ts';
import type { BatchState, Payer, PayoutBatch } from '../../src/payouts/domain/batch.ts';
import { fromRow, toRow } from '../sql/columns.ts';
import { BATCH_COLUMNS, type PayoutBatchesTable } from './rows.ts';

/** A batch with its current state and the paying account. */
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
  return Object.assign(fromRow(BATCH_COLUMNS, row), {
    state: row.state_now,
    payer: payerOf({ accountName: row.payer_name, iban: row.payer_iban }),
  });
}

export function batchToRow(batch: PayoutBatch): Insertable<PayoutBatchesTable> {
  return Object.assign(toRow(BATCH_COLUMNS, batch), {
    state: batch.state,
    changed_at_ms: batch.createdAtMs,
  });
}
