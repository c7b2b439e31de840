import type { Kysely } from 'kysely';

const PAGE_COLUMNS = ['return_url', 'brand_name', 'brand_color', 'brand_logo'] as const;

/** The way back of a payer, and the brand of a merchant on the payment page. Logos are stored apart from the clients. */
export async function up(db: Kysely<never>): Promise<void> {
  const clients = db.schema.alterTable('clients');
  await clients.addColumn('return_hosts', 'text', (column) => column.notNull().defaultTo('[]')).execute();
  for (const column of PAGE_COLUMNS) await clients.addColumn(column, 'text').execute();
  await db.schema
    .createTable('client_logos')
    .addColumn('client_id', 'text', (column) => column.primaryKey().notNull().references('clients.id'))
    .addColumn('file', 'text', (column) => column.notNull())
    .addColumn('bytes', 'blob', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('client_logos_by_file').on('client_logos').column('file').execute();
  await db.schema.alterTable('transactions').addColumn('return_url', 'text').execute();
}
