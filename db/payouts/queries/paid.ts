import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../tables.ts';

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
/** Whom it pays. Empty for a person who was forgotten. */
export const PAID_NAME: RawBuilder<string> = sql`coalesce(y.account_name, t.account_name, '')`;
export const PAID_IBAN: RawBuilder<string> = sql`coalesce(y.iban, t.iban_normalized, '')`;
