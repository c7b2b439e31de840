import { type Kysely, sql } from 'kysely';

/** Debits of whole payments, which name no payout, are found by the id of the payment. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`insert into line_references (reference, line_id)
    select upper(l.payment_id), l.id from statement_lines as l
    where l.direction = 'debit' and upper(l.payment_id) like 'P%-G%'
      and not exists (select 1 from line_references as n
        where n.line_id = l.id and (n.reference like 'P%-%' or n.reference = upper(l.payment_id)))`.execute(
    db,
  );
}
