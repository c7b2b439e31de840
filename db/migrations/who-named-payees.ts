import { type Kysely, sql } from 'kysely';
import { schemaDialectOf } from '../engines/schema-dialect.ts';

/**
 * Stores the key with which a payee was named, so that renaming the key does not hide who did it. For earlier payees,
 * only the person is known.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const { byBytes } = schemaDialectOf(db);
  await sql.raw(byBytes('alter table payout_payees add column given_by_client_id text')).execute(db);
}
