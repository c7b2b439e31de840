import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('service_info')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
  await createClients(db);
  await createBanks(db);
  await createTransactions(db);
}

async function createClients(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('clients')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('app_key', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) =>
      column.notNull().check(sql`role in ('merchant', 'viewer', 'operator', 'admin')`),
    )
    .addColumn('callback_url', 'text')
    .addColumn('ip_allowlist', 'text', (column) => column.notNull())
    .addColumn('requires_timed_sign', 'integer', (column) => column.notNull())
    .addColumn('disabled_at_ms', 'bigint')
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('client_secrets')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('client_id', 'text', (column) => column.notNull().references('clients.id'))
    .addColumn('sealed_secret', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('expires_at_ms', 'bigint')
    .execute();
  await db.schema
    .createIndex('client_secrets_by_client')
    .on('client_secrets')
    .columns(['client_id', 'created_at_ms'])
    .execute();
  await db.schema
    .createTable('blacklist')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) =>
      column.notNull().check(sql`kind in ('userId', 'iban', 'convertedName')`),
    )
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('blacklist_entry')
    .unique()
    .on('blacklist')
    .columns(['value', 'kind', 'client_id'])
    .execute();
}

async function createBanks(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('banks')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('active', 'integer', (column) => column.notNull())
    .addColumn('deposit_min_minor', 'bigint')
    .addColumn('deposit_max_minor', 'bigint')
    .addColumn('withdrawal_min_minor', 'bigint')
    .addColumn('withdrawal_max_minor', 'bigint')
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .execute();
  // Without a foreign key to banks: they may live in a separate Available Banks service.
  await db.schema
    .createTable('bank_accounts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('bank_id', 'text', (column) => column.notNull())
    .addColumn('account_name', 'text', (column) => column.notNull())
    .addColumn('iban', 'text', (column) => column.notNull())
    .addColumn('daily_limit_minor', 'bigint')
    .addColumn('active', 'integer', (column) => column.notNull())
    .addColumn('assigned_order', 'bigint', (column) => column.notNull())
    .addColumn('used_day', 'integer', (column) => column.notNull())
    .addColumn('used_minor', 'bigint', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('bank_accounts_by_bank')
    .on('bank_accounts')
    .columns(['bank_id', 'id'])
    .execute();
  await db.schema
    .createTable('bank_copies')
    .addColumn('url', 'text', (column) => column.primaryKey())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('fetched_at_ms', 'bigint', (column) => column.notNull())
    .execute();
}

async function createTransactions(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('transactions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('client_id', 'text', (column) => column.notNull().references('clients.id'))
    .addColumn('process_id', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull().check(sql`type in ('deposit', 'withdrawal')`))
    .addColumn('status', 'text', (column) =>
      column.notNull().check(sql`status in ('pending', 'successful', 'unsuccessful')`),
    )
    .addColumn('status_reason', 'text')
    .addColumn('bank_id', 'text', (column) => column.notNull())
    .addColumn('bank_name', 'text', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('amount_minor', 'bigint', (column) => column.notNull().check(sql`amount_minor > 0`))
    .addColumn('final_amount_minor', 'bigint')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('user_name', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('converted_name', 'text', (column) => column.notNull())
    .addColumn('bank_account_id', 'text')
    .addColumn('account_name', 'text', (column) => column.notNull())
    .addColumn('iban', 'text', (column) => column.notNull())
    .addColumn('iban_normalized', 'text')
    .addColumn('pay_token', 'text')
    .addColumn('sequence', 'integer', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('updated_at_ms', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('transactions_process_id')
    .unique()
    .on('transactions')
    .columns(['client_id', 'process_id'])
    .execute();
  await db.schema
    .createIndex('transactions_one_pending_deposit')
    .unique()
    .on('transactions')
    .columns(['client_id', 'user_id'])
    .where(sql.ref('type'), '=', sql.lit('deposit'))
    .where(sql.ref('status'), '=', sql.lit('pending'))
    .execute();
  await db.schema
    .createIndex('transactions_by_time')
    .on('transactions')
    .columns(['created_at_ms', 'id'])
    .execute();
  await db.schema
    .createIndex('transactions_by_client')
    .on('transactions')
    .columns(['client_id', 'created_at_ms', 'id'])
    .execute();
  await db.schema
    .createIndex('transactions_by_user')
    .on('transactions')
    .columns(['user_id', 'client_id', 'created_at_ms', 'id'])
    .execute();
}
