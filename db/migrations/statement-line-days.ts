import { type Kysely, sql } from 'kysely';
import { schemaDialectOf } from '../engines/schema-dialect.ts';

/**
 * A statement covers days beyond those of its lines: of earlier statements, both are in its first and its last date. Among
 * the lines of a day, those of one amount are found without the others.
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
