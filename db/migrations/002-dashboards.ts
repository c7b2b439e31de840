import { type Kysely, sql } from 'kysely';

/** Adds counters, which dashboards read instead of every row, and an index of pending transactions by age. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('transaction_counters')
    .addColumn('day', 'integer', (column) => column.notNull())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('bank_id', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('created_count', 'bigint', (column) => column.notNull())
    .addColumn('created_minor', 'bigint', (column) => column.notNull())
    .addColumn('successful_count', 'bigint', (column) => column.notNull())
    .addColumn('successful_minor', 'bigint', (column) => column.notNull())
    .addColumn('unsuccessful_count', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('transaction_counters_key', ['day', 'client_id', 'bank_id', 'type'])
    .execute();
  await sql`
    insert into transaction_counters
    select
      created_at_ms / 86400000, client_id, bank_id, type,
      count(*),
      sum(amount_minor),
      sum(case when status = 'successful' then 1 else 0 end),
      sum(case when status = 'successful' then coalesce(final_amount_minor, amount_minor) else 0 end),
      sum(case when status = 'unsuccessful' then 1 else 0 end)
    from transactions
    group by 1, 2, 3, 4
  `.execute(db);
  await db.schema
    .createIndex('transactions_pending')
    .on('transactions')
    .columns(['created_at_ms', 'id'])
    .where(sql.ref('status'), '=', sql.lit('pending'))
    .execute();
}
