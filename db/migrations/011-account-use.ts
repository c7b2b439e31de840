import { type Kysely, sql } from 'kysely';

/**
 * An account counts what is pending, and what was paid on the last day. Before, it counted every deposit of the day
 * on which it was assigned, also those that had ended unpaid.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table bank_accounts rename column used_day to paid_day`.execute(db);
  await sql`alter table bank_accounts rename column used_minor to paid_minor`.execute(db);
  await db.schema
    .alterTable('bank_accounts')
    .addColumn('pending_minor', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`update bank_accounts set paid_day = 0, paid_minor = 0`.execute(db);
  await sql`
    update bank_accounts set pending_minor = uses.minor
    from (
      select bank_account_id as id, sum(amount_minor) as minor
      from transactions
      where type = 'deposit' and status = 'pending'
      group by 1
    ) as uses
    where uses.id = bank_accounts.id
  `.execute(db);
  await sql`
    update bank_accounts set paid_day = paid.day, paid_minor = paid.minor
    from (
      select bank_account_id as id, updated_at_ms / 86400000 as day,
        sum(coalesce(final_amount_minor, amount_minor)) as minor,
        row_number() over (partition by bank_account_id order by updated_at_ms / 86400000 desc) as place
      from transactions
      where type = 'deposit' and status = 'successful'
      group by 1, 2
    ) as paid
    where paid.id = bank_accounts.id and paid.place = 1
  `.execute(db);
}
