import type { Selectable } from 'kysely';
import {
  type BatchState,
  factsOf,
  type PayoutBatch,
  type PayoutRowState,
} from '../../src/payouts/domain/batch.ts';
import type { PayoutAccount } from '../../src/payouts/domain/payout-account.ts';
import type { BankStatus, PayoutFacts } from '../../src/payouts/domain/payout-state.ts';
import type { Refund } from '../../src/payouts/domain/refund.ts';
import type { UnpaidState } from '../../src/payouts/domain/row-state.ts';
import type { StatusReason } from '../../src/payouts/domain/status-report.ts';
import { type ColumnsOf, columnsOf, type Flag, fromRow, type RowOf } from '../sql/columns.ts';

export const BATCH_COLUMNS = columnsOf(
  `id number accountId currency executionDay rowCount sumMinor contentHash maker makerClientId createdAtMs
    rejectedBy rejectReason`,
) satisfies ColumnsOf<PayoutBatch, 'state' | 'payer'>;

export type PayoutBatchesTable = RowOf<PayoutBatch, typeof BATCH_COLUMNS> & {
  state: BatchState;
  changed_at_ms: number;
  /**
   * By the policy at the last approval or export; null before that, and for a batch approved before this column
   * existed.
   */
  approvals_needed: number | null;
};

export interface PayoutRowsTable {
  batch_id: string;
  row_number: number;
  /** The withdrawal, or the refund, that it pays. */
  transaction_id: string;
  /** Its id in the file for the bank. */
  end_to_end_id: string;
  /** The id of its payment group in that file; null until the export, or a restore that may have lost it. */
  payment_id: string | null;
  /** `in` while the batch is going to pay it: then no other batch can contain it. */
  state: PayoutRowState;
  bank_status: BankStatus | null;
  /** 1 once the bank has said that it executed the payment. */
  is_executed: Flag;
  /** A JSON array of the bank's reasons; null without any. */
  bank_reasons: string | null;
  /** The statement line that has shown its debit. */
  line_id: string | null;
  /** The state that it had before it was paid; null if it is not paid, or was paid before this column existed. */
  unpaid_state: UnpaidState | null;
  /** References payout_payees; null if the payee is the one that the merchant has named. */
  payee_id: string | null;
}

const REFUND_COLUMNS = columnsOf(
  'id lineId amountMinor state reason createdBy createdAtMs',
) satisfies ColumnsOf<Refund, 'accountId' | 'currency'>;

/** Money of a line that is given back. */
export type RefundsTable = RowOf<Refund, typeof REFUND_COLUMNS> & {
  /** The credit with which its money came back; null unless it is `returned`. */
  return_line_id: string | null;
  changed_at_ms: number;
};

export function refundFromRow(row: RefundsTable): Omit<Refund, 'accountId' | 'currency'> {
  return fromRow(REFUND_COLUMNS, row);
}

/** The person who named a payee by creating a withdrawal or by importing a file. `payout_payees` has all other payees. */
export interface PayeeSourcesTable {
  /**
   * A withdrawal that was created for its merchant, or a statement file, since money of its lines can be given back. If
   * the file was taken back, a line of it that is now in another file.
   */
  source_id: string;
  /** The person; null for a file that was imported before this column existed. */
  given_by: string | null;
  given_by_client_id: string;
}

/**
 * A payee whom the desk has named, with the withdrawal or refund that is paid. For each of these, the last one counts.
 */
export interface PayoutPayeesTable {
  id: string;
  paid_id: string;
  account_name: string;
  /** Normalized. */
  iban: string;
  /** 1 if the payee is not the one that the merchant or the bank's line has named. */
  is_changed: Flag;
  reason: string;
  given_by: string;
  /** The key; null for a payee named before this column existed. */
  given_by_client_id: string | null;
  created_at_ms: number;
}

export interface PayoutApprovalsTable {
  batch_id: string;
  content_hash: string;
  approver: string;
  maker: string;
  maker_client_id: string;
  approver_client_id: string;
  approved_at_ms: number;
}

export interface PayoutFilesTable {
  batch_id: string;
  name: string;
  media_type: string;
  sha256: string;
  content_hash: string;
  bytes: Uint8Array;
  exported_by: string;
  exported_client_id: string;
  exported_at_ms: number;
}

/** What a report of a bank has changed. Its file is stored with the statement files. */
export interface PayoutReportsTable {
  file_id: string;
  batch_id: string;
  /** JSON: see PayoutReport. */
  summary: string;
  created_at_ms: number;
}

const ACCOUNT_COLUMNS = columnsOf('accountId profileId bic') satisfies ColumnsOf<PayoutAccount>;

/** How an account pays, if an admin has set that. */
export type PayoutAccountsTable = RowOf<PayoutAccount, typeof ACCOUNT_COLUMNS>;

export function payoutAccountFromRow(row: PayoutAccountsTable): PayoutAccount {
  return fromRow(ACCOUNT_COLUMNS, row);
}

/** Reads the facts of a payout from its row. */
export function factsFromRow({
  state,
  bank_status: bankStatus,
  is_executed: isExecuted,
}: Pick<PayoutRowsTable, 'state' | 'bank_status' | 'is_executed'>): PayoutFacts {
  return factsOf({ state, bankStatus, isExecuted: isExecuted === 1 });
}

/** Reads the bank's reasons for the status of a row. */
export function reasonsFromRow({
  bank_reasons: reasons,
}: Pick<Selectable<PayoutRowsTable>, 'bank_reasons'>): readonly StatusReason[] {
  return reasons === null ? [] : (JSON.parse(reasons) as readonly StatusReason[]);
}
