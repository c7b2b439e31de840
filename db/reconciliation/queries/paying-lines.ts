import { type Expression, sql } from 'kysely';

type Condition = Expression<unknown>;

/**
 * Selects `transaction_id` and `line_id` of the lines that paid transactions or were noted as their payment: one debit can
 * stand for many rows of a batch.
 * @param isWanted the condition on the id of the transaction.
 */
export function payingLines(isWanted: (transactionId: Condition) => Condition): Condition {
  return sql`select transaction_id, id as line_id from statement_lines where ${isWanted(sql`transaction_id`)}
    union select transaction_id, line_id from payout_rows
    where line_id is not null and ${isWanted(sql`transaction_id`)}`;
}
