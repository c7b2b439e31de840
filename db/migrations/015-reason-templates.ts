import { type Kysely, sql } from 'kysely';

/** Format of sqlite_stat1, chosen as in 004. */
const INDEX_STATISTICS = [
  ['callbacks', 'callbacks_pending', '10000 2 1 1'],
  ['callback_attempts', 'callback_attempts_failed', '10000 100 1'],
] as const;

/**
 * Adds templates of reasons, who is told a reason, and what counting the callbacks of each client needs: the index of
 * pending callbacks names their clients, and failed attempts have an index of their own.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('reason_templates')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('seen_by', 'text', (column) => column.notNull())
    .addUniqueConstraint('reason_templates_of_kind', ['kind', 'text'])
    .execute();
  const events = db.schema.alterTable('events');
  await events.addColumn('internal_reason', 'text').execute();
  await events.addColumn('seen_by', 'text').execute();
  const statements = [
    'drop index callbacks_pending',
    `create index callbacks_pending on callbacks (transaction_id, sequence, client_id) where state = 'pending'`,
    `create index callback_attempts_failed on callback_attempts (client_id, position)
      where status is null or status not between 200 and 299`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
  for (const [table, index, statistics] of INDEX_STATISTICS) {
    await sql`delete from sqlite_stat1 where idx = ${index}`.execute(db);
    await sql`insert into sqlite_stat1 (tbl, idx, stat) values (${table}, ${index}, ${statistics})`.execute(
      db,
    );
  }
  // Loads the statistics into this connection. Other connections load them because the schema has changed.
  await sql`analyze sqlite_schema`.execute(db);
}
