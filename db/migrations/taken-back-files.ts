import { type Kysely, sql } from 'kysely';
import { schemaDialectOf } from '../engines/schema-dialect.ts';

/** Who took an import back, when and why. The lines of such a file are gone, and its bytes can be imported again. */
export async function up(db: Kysely<never>): Promise<void> {
  const dialect = schemaDialectOf(db);
  const statements = [
    'alter table statement_files add column taken_back_at_ms bigint',
    'alter table statement_files add column taken_back_by text',
    'alter table statement_files add column take_back_reason text',
    // Only one file at a time is imported or loses its lines. A file that was taken back stays `staging`, without an
    // end.
    'drop index statement_files_staging',
    `create unique index statement_files_staging on statement_files (state)
      where state = 'staging' and staging_ends_at_ms is not null`,
  ];
  for (const statement of statements.map(dialect.byBytes)) await sql.raw(statement).execute(db);
}
