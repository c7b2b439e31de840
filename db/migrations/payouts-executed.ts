import { type Kysely, sql } from 'kysely';
import { schemaDialectOf } from '../engines/schema-dialect.ts';

/** Whether the bank has said that it executed a payout. For earlier rows, the status that counts shows it. */
const STATEMENTS: readonly string[] = [
  'alter table payout_rows add column is_executed integer not null default 0',
  "update payout_rows set is_executed = 1 where bank_status in ('ACWP', 'ACSC', 'ACCC')",
];

export async function up(db: Kysely<never>): Promise<void> {
  const { byBytes } = schemaDialectOf(db);
  for (const statement of STATEMENTS.map(byBytes)) await sql.raw(statement).execute(db);
}
