import { type Kysely, sql } from 'kysely';

const DEFAULT_TTL_MS = 30 * 60 * 1000;

/**
 * Planner statistics of the new indexes, as in 004. Without them the planner uses the index of the client for the
 * events of a transaction, and reads all events of the client.
 */
const INDEX_STATISTICS = [
  ['events', 'events_of_transaction', '1000000 2 1'],
  ['events', 'events_of_client', '1000000 10000 1'],
  ['callback_attempts', 'callback_attempts_of_transaction', '1000000 2 1'],
  ['callback_attempts', 'callback_attempts_of_client', '1000000 10000 1'],
] as const;

/** Adds the expiry of deposits, events and callbacks. */
export async function up(db: Kysely<never>): Promise<void> {
  await extendTransactions(db);
  await createEvents(db);
  await createCallbacks(db);
  for (const [table, index, statistics] of INDEX_STATISTICS)
    await sql`insert into sqlite_stat1 (tbl, idx, stat) values (${table}, ${index}, ${statistics})`.execute(
      db,
    );
  // Loads the statistics into this connection. Other connections load them because the schema has changed.
  await sql`analyze sqlite_schema`.execute(db);
}

async function extendTransactions(db: Kysely<never>): Promise<void> {
  const transactions = db.schema.alterTable('transactions');
  await transactions.addColumn('expires_at_ms', 'bigint').execute();
  await transactions.addColumn('sent_at_ms', 'bigint').execute();
  await sql`
    update transactions set expires_at_ms = created_at_ms + ${sql.lit(DEFAULT_TTL_MS)} where type = 'deposit'
  `.execute(db);
  await db.schema
    .createIndex('transactions_expiring')
    .on('transactions')
    .columns(['expires_at_ms'])
    .where(sql.ref('type'), '=', sql.lit('deposit'))
    .where(sql.ref('status'), '=', sql.lit('pending'))
    .execute();
  for (const column of ['settled_count', 'settling_ms'])
    await db.schema
      .alterTable('transaction_counters')
      .addColumn(column, 'bigint', (definition) => definition.notNull().defaultTo(0))
      .execute();
}

async function createEvents(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('events')
    .addColumn('position', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('transaction_id', 'text', (column) => column.notNull().references('transactions.id'))
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('sequence', 'integer', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('from_status', 'text', (column) => column.notNull())
    .addColumn('to_status', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('final_amount_minor', 'bigint')
    .addColumn('actor_kind', 'text', (column) => column.notNull())
    .addColumn('actor_client_id', 'text')
    .addColumn('occurred_at_ms', 'bigint', (column) => column.notNull())
    .execute();
  // Each transaction has a sequence once, so two transitions of one state cannot both be stored.
  await db.schema
    .createIndex('events_of_transaction')
    .unique()
    .on('events')
    .columns(['transaction_id', 'sequence'])
    .execute();
  await db.schema.createIndex('events_of_client').on('events').columns(['client_id', 'position']).execute();
}

async function createCallbacks(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('callbacks')
    .addColumn('event_id', 'text', (column) => column.primaryKey().references('events.id'))
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('transaction_id', 'text', (column) => column.notNull())
    .addColumn('sequence', 'integer', (column) => column.notNull())
    .addColumn('state', 'text', (column) =>
      column.notNull().check(sql`state in ('pending', 'delivered', 'failed')`),
    )
    .addColumn('due_at_ms', 'bigint')
    .addColumn('lease', 'text')
    .addColumn('due_since_ms', 'bigint')
    .addColumn('waits_since_ms', 'bigint')
    .addColumn('failed_attempts', 'integer', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('callbacks_due')
    .on('callbacks')
    .columns(['client_id', 'due_at_ms'])
    .where(sql.ref('due_at_ms'), 'is not', null)
    .execute();
  await db.schema
    .createIndex('callbacks_pending')
    .on('callbacks')
    .columns(['transaction_id', 'sequence'])
    .where(sql.ref('state'), '=', sql.lit('pending'))
    .execute();
  await db.schema
    .createIndex('callbacks_failed')
    .on('callbacks')
    .columns(['client_id', 'event_id'])
    .where(sql.ref('state'), '=', sql.lit('failed'))
    .execute();
  await createAttempts(db);
}

async function createAttempts(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('callback_attempts')
    .addColumn('position', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('event_id', 'text', (column) => column.notNull())
    .addColumn('transaction_id', 'text', (column) => column.notNull())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('started_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('duration_ms', 'integer', (column) => column.notNull())
    .addColumn('status', 'integer')
    .addColumn('error', 'text')
    .addColumn('answer', 'text')
    .execute();
  await db.schema
    .createIndex('callback_attempts_of_transaction')
    .on('callback_attempts')
    .columns(['transaction_id', 'position'])
    .execute();
  await db.schema
    .createIndex('callback_attempts_of_client')
    .on('callback_attempts')
    .columns(['client_id', 'position'])
    .execute();
}
