import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../tables.ts';
import { reasonsFromRow } from '../rows.ts';

/**
 * Selects rows `r` of batches with what they pay, a withdrawal `t` or a refund `f`, and the payee `y` that the desk has
 * named.
 */
export function selectPaid(db: Database) {
  return db
    .selectFrom('payout_rows as r')
    .leftJoin('transactions as t', 't.id', 'r.transaction_id')
    .leftJoin('refunds as f', 'f.id', 'r.transaction_id')
    .leftJoin('payout_payees as y', 'y.id', 'r.payee_id');
}

/** The amount of a row of `selectPaid`, in hundredths. */
export const PAID_MINOR: RawBuilder<number> = sql`coalesce(t.amount_minor, f.amount_minor)`;
/** The payee. Empty for a person who was forgotten. */
export const PAID_NAME: RawBuilder<string> = sql`coalesce(y.account_name, t.account_name, '')`;
export const PAID_IBAN: RawBuilder<string> = sql`coalesce(y.iban, t.iban_normalized, '')`;

/** Selects payouts `r` of batches `b`: see payoutFromRow. */
export function selectPayouts(db: Database) {
  return selectPaid(db)
    .innerJoin('payout_batches as b', 'b.id', 'r.batch_id')
    .select(['r.row_number as rowNumber', 'r.transaction_id as transactionId', 'r.state'])
    .select(['r.end_to_end_id as endToEndId', 'r.payment_id as paymentId', 'r.line_id as lineId'])
    .select(['r.bank_status as bankStatus', 'r.is_executed', 'r.bank_reasons'])
    .select(['f.line_id as refundedLineId', 'y.is_changed'])
    .select([PAID_MINOR.as('amountMinor'), PAID_NAME.as('accountName'), PAID_IBAN.as('iban')]);
}

type SelectedPayout = Awaited<ReturnType<ReturnType<typeof selectPayouts>['executeTakeFirstOrThrow']>>;

/** Converts a row of `selectPayouts`. Further selected columns stay as they are. */
export function payoutFromRow<R extends SelectedPayout>({
  is_executed,
  bank_reasons,
  is_changed,
  ...row
}: R) {
  return {
    ...row,
    kind: row.refundedLineId === null ? ('withdrawal' as const) : ('refund' as const),
    isExecuted: is_executed === 1,
    bankReasons: reasonsFromRow({ bank_reasons }),
    amountMinor: Number(row.amountMinor),
    isChangedPayee: is_changed === 1,
  };
}
