import { type Kysely, sql } from 'kysely';

const DEFAULT_SENT_TTL_MS = 24 * 60 * 60 * 1000;

/**
 * Adds claims of withdrawals, events that are held back, and notes. Deposits whose payers had said that the money is
 * sent stay pending for the time that such a deposit now has.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const transactions = db.schema.alterTable('transactions');
  await transactions.addColumn('claim_holder_id', 'text').execute();
  await transactions.addColumn('claimed_at_ms', 'bigint').execute();
  await transactions.addColumn('claim_ends_at_ms', 'bigint').execute();
  await sql`
    update transactions set expires_at_ms = max(expires_at_ms, sent_at_ms + ${sql.lit(DEFAULT_SENT_TTL_MS)})
    where type = 'deposit' and status = 'pending' and sent_at_ms is not null
  `.execute(db);
  await db.schema
    .createTable('holds')
    .addColumn('event_id', 'text', (column) => column.primaryKey().references('events.id'))
    .addColumn('transaction_id', 'text', (column) => column.notNull())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('ends_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('before_updated_at_ms', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('holds_of_transaction').on('holds').column('transaction_id').execute();
  await db.schema
    .createTable('notes')
    .addColumn('position', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('transaction_id', 'text', (column) => column.notNull().references('transactions.id'))
    .addColumn('author_client_id', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('notes_of_transaction')
    .on('notes')
    .columns(['transaction_id', 'position'])
    .execute();
}
