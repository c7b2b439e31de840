import type { Kysely } from 'kysely';

/** Stores what repairs changed, so that a row can be explained later. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('repairs')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('repaired_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('detail', 'text', (column) => column.notNull())
    .execute();
}
