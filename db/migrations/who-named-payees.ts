import { type Kysely, sql } from 'kysely';
import { schemaDialectOf } from '../engines/schema-dialect.ts';

/** The key with which a payee was named: whoever renames it has still named it. Of earlier payees, the person is known. */
export async function up(db: Kysely<never>): Promise<void> {
  const { byBytes } = schemaDialectOf(db);
  await sql.raw(byBytes('alter table payout_payees add column given_by_client_id text')).execute(db);
}
