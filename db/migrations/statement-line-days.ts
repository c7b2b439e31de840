import { type Kysely, sql } from 'kysely';
import { schemaDialectOf } from '../engines/schema-dialect.ts';

/**
 * A statement can cover more days than its lines. In earlier statements, the first and the last date stand for both.
 * The index finds the lines of a day with one amount without reading the others.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const { byBytes, only } = schemaDialectOf(db);
  const statements = [
    'alter table statements add column first_line_date text',
    'alter table statements add column last_line_date text',
    'drop index statement_lines_of_day',
    `create index statement_lines_of_day on statement_lines
      (account_id, coalesce(booking_date, value_date), amount_minor)`,
    ...only(
      'sqlite',
      "insert into sqlite_stat1 (tbl, idx, stat) values ('statement_lines', 'statement_lines_of_day', '1000000 100000 1000 5')",
      'analyze sqlite_schema',
    ),
  ];
  for (const statement of statements) await sql.raw(byBytes(statement)).execute(db);
}
