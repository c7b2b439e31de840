import { batchNumberOf } from '../../../src/payouts/domain/file-ids.ts';
import type { RefundState } from '../../../src/payouts/domain/refund.ts';
import type { FiledPayout } from '../../../src/reconciliation/domain/matching/model.ts';
import type { SettlementState } from '../../../src/reconciliation/domain/matching/reasons.ts';
import type { Database } from '../../tables.ts';
import { nameOf, stateOf } from '../../transactions/queries/deposit-facts.ts';
import { factsFromRow } from '../rows.ts';
import { PAID_IBAN, PAID_MINOR, selectPaid } from './paid.ts';

/** How many payments one group of lines can name: each can have as many payouts as a batch. */
export const MAX_PAYMENTS = 16;

interface FiledQuery {
  readonly ids: readonly string[];
  /** The ids of payments, or of whole files. */
  readonly paymentIds: readonly string[];
}

/** The status of a transaction that the matching rules read for each state of a refund. */
const REFUND_ENDS = {
  open: 'pending',
  paid: 'successful',
  cancelled: 'cancelled',
  returned: 'reversed',
} as const satisfies Record<RefundState, SettlementState>;

/**
 * Finds payouts in bank files: single ones by id, and all payouts of the given payments, of which there are at most
 * MAX_PAYMENTS.
 */
export async function findFiledPayouts(
  db: Database,
  { ids, paymentIds }: FiledQuery,
): Promise<FiledPayout[]> {
  if (ids.length === 0 && paymentIds.length === 0) return [];
  const payments = [...new Set(paymentIds)].slice(0, MAX_PAYMENTS);
  const rows = [
    ...(await selectFiled(db, 'r.end_to_end_id', ids)),
    ...(await selectFiled(db, 'r.payment_id', payments)),
    ...(await selectFiled(
      db,
      'b.number',
      payments.flatMap((id) => batchNumberOf(id) ?? []),
    )),
  ];
  return [...new Map(rows.map((row) => [row.endToEndId, row])).values()];
}

async function selectFiled(
  db: Database,
  column: 'r.end_to_end_id' | 'r.payment_id' | 'b.number',
  values: readonly (string | number)[],
): Promise<FiledPayout[]> {
  if (values.length === 0) return [];
  const rows = await selectPaid(db)
    .innerJoin('payout_batches as b', 'b.id', 'r.batch_id')
    .select([
      'r.end_to_end_id',
      'r.payment_id',
      'r.state',
      'r.bank_status',
      'r.is_executed',
      'r.line_id',
      'r.transaction_id',
    ])
    .select(['b.number', 'b.account_id', 'b.currency'])
    .select(['t.sequence', 't.status', 't.ended_as', 'f.state as refund_state'])
    .select([PAID_MINOR.as('amount_minor'), PAID_IBAN.as('iban')])
    .where(column, 'in', [...new Set(values)])
    .where('r.payment_id', 'is not', null)
    .orderBy('r.end_to_end_id')
    .execute();
  return rows.map((row) => ({
    endToEndId: row.end_to_end_id,
    instructionId: row.transaction_id,
    paymentInformationId: row.payment_id ?? '',
    amountMinor: Number(row.amount_minor),
    // Whether this payout was debited: another one can have paid the same withdrawal instead.
    facts: {
      ...factsFromRow(row),
      isDebited: row.line_id !== null,
    },
    state: row.state,
    batch: { number: row.number, accountId: row.account_id, currency: row.currency },
    isRefund: row.refund_state !== null,
    withdrawal: {
      transactionId: row.transaction_id,
      currency: row.currency,
      amountMinor: Number(row.amount_minor),
      iban: nameOf(row.iban),
      state: row.refund_state
        ? REFUND_ENDS[row.refund_state]
        : stateOf({ status: row.status ?? 'pending', endedAs: row.ended_as }),
      sequence: row.sequence ?? 0,
    },
  }));
}
