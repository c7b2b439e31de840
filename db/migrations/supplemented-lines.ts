import { type Kysely, sql } from 'kysely';
import { schemaDialectOf } from '../engines/schema-dialect.ts';

/**
 * The first text of a line can stand below its entry, where earlier versions did not read it. It is then not part of
 * the line's key.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const { byBytes } = schemaDialectOf(db);
  const statement = 'alter table statement_lines add column is_supplemented integer not null default 0';
  await sql.raw(byBytes(statement)).execute(db);
}
