import { factsOf } from '../../../src/payouts/domain/batch.ts';
import type { FiledPayout } from '../../../src/reconciliation/domain/matching/model.ts';
import type { Database } from '../../tables.ts';
import { nameOf, stateOf } from '../../transactions/queries/deposit-facts.ts';

/** The payments of one group of lines: each can have as many payouts as a batch. */
export const MAX_PAYMENTS = 16;

interface Named {
  readonly ids: readonly string[];
  readonly paymentIds: readonly string[];
}

/** Finds payouts of files that were made for banks, by their own ids, and all of some payments, of MAX_PAYMENTS at most. */
export async function findFiledPayouts(db: Database, { ids, paymentIds }: Named): Promise<FiledPayout[]> {
  if (ids.length === 0 && paymentIds.length === 0) return [];
  const rows = [
    ...(await selectFiled(db, 'r.end_to_end_id', ids)),
    ...(await selectFiled(db, 'r.payment_id', [...new Set(paymentIds)].slice(0, MAX_PAYMENTS))),
  ];
  return [...new Map(rows.map((row) => [row.endToEndId, row])).values()];
}

async function selectFiled(
  db: Database,
  column: 'r.end_to_end_id' | 'r.payment_id',
  values: readonly string[],
): Promise<FiledPayout[]> {
  if (values.length === 0) return [];
  const rows = await db
    .selectFrom('payout_rows as r')
    .innerJoin('payout_batches as b', 'b.id', 'r.batch_id')
    .innerJoin('transactions as t', 't.id', 'r.transaction_id')
    .select(['r.end_to_end_id', 'r.payment_id', 'r.state', 'r.bank_status', 'r.line_id'])
    .select(['b.number', 'b.account_id', 'b.currency'])
    .select(['t.id', 't.amount_minor', 't.iban_normalized', 't.sequence', 't.status', 't.ended_as'])
    .where(column, 'in', [...new Set(values)])
    .where('r.payment_id', 'is not', null)
    .execute();
  return rows.map((row) => ({
    endToEndId: row.end_to_end_id,
    paymentInformationId: row.payment_id ?? '',
    amountMinor: row.amount_minor,
    // Its own debit: the withdrawal of another one can have been paid in its place.
    facts: {
      ...factsOf({ state: row.state, bankStatus: row.bank_status }),
      isDebited: row.line_id !== null,
    },
    batch: { number: row.number, accountId: row.account_id, currency: row.currency },
    withdrawal: {
      transactionId: row.id,
      currency: row.currency,
      amountMinor: row.amount_minor,
      iban: row.iban_normalized === null ? null : nameOf(row.iban_normalized),
      state: stateOf({ status: row.status, endedAs: row.ended_as }),
      sequence: row.sequence,
    },
  }));
}
