import { type Kysely, sql } from 'kysely';
import { schemaDialectOf } from '../engines/schema-dialect.ts';

/**
 * What a row was before a debit has paid it: taking the debit back makes it that again. And how many people had to approve a
 * batch, by the policy of then. Both are not known of what was paid or approved before.
 */
const STATEMENTS: readonly string[] = [
  'alter table payout_rows add column unpaid_state text',
  'alter table payout_batches add column approvals_needed integer',
];

export async function up(db: Kysely<never>): Promise<void> {
  const { byBytes } = schemaDialectOf(db);
  for (const statement of STATEMENTS.map(byBytes)) await sql.raw(statement).execute(db);
}
