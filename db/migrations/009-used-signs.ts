import type { Kysely } from 'kysely';

/** Timed signs that a command was run with: none of them is accepted again, by whichever process. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('used_signs')
    .addColumn('digest', 'text', (column) => column.primaryKey().notNull())
    .addColumn('ends_at_ms', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('used_signs_by_end').on('used_signs').column('ends_at_ms').execute();
}
