import { type Kysely, sql } from 'kysely';
import { schemaDialectOf } from '../engines/schema-dialect.ts';

/**
 * What a row was before a debit has paid it: taking the debit back makes it that again. It is not known of what was paid
 * before.
 */
const STATEMENTS: readonly string[] = ['alter table payout_rows add column unpaid_state text'];

export async function up(db: Kysely<never>): Promise<void> {
  const { byBytes } = schemaDialectOf(db);
  for (const statement of STATEMENTS.map(byBytes)) await sql.raw(statement).execute(db);
}
