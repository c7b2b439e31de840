import { type Kysely, sql } from 'kysely';
import { schemaDialectOf } from '../engines/schema-dialect.ts';

/**
 * `unpaid_state` is the state of a row before a debit paid it, which it has again when the debit is taken back.
 * `approvals_needed` is the number of approvals that the policy asked for when a batch was approved. Both stay null in
 * earlier rows.
 */
const STATEMENTS: readonly string[] = [
  'alter table payout_rows add column unpaid_state text',
  'alter table payout_batches add column approvals_needed integer',
];

export async function up(db: Kysely<never>): Promise<void> {
  const { byBytes } = schemaDialectOf(db);
  for (const statement of STATEMENTS.map(byBytes)) await sql.raw(statement).execute(db);
}
