import { type Kysely, sql } from 'kysely';
import { schemaDialectOf } from '../engines/schema-dialect.ts';

/** A statement covers days beyond those of its lines. Of earlier statements, both are in its first and its last date. */
export async function up(db: Kysely<never>): Promise<void> {
  const { byBytes } = schemaDialectOf(db);
  for (const column of ['first_line_date', 'last_line_date'])
    await sql.raw(byBytes(`alter table statements add column ${column} text`)).execute(db);
}
