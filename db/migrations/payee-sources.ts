import { type Kysely, sql } from 'kysely';
import { schemaDialectOf } from '../engines/schema-dialect.ts';

const STATEMENTS: readonly string[] = [
  // The source is a withdrawal, or a file of statements.
  `create table payee_sources (
    source_id text primary key,
    given_by text,
    given_by_client_id text not null
  )`,
  // The keys that imported earlier files are known. Who created earlier withdrawals for merchants was not stored.
  `insert into payee_sources (source_id, given_by_client_id)
    select id, client_id from statement_files where client_id is not null and format <> 'pain002'`,
];

/**
 * Stores which person named a payee by creating a withdrawal on behalf of its merchant, or by importing the statement
 * whose money a refund gives back.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const { byBytes } = schemaDialectOf(db);
  for (const statement of STATEMENTS.map(byBytes)) await sql.raw(statement).execute(db);
}
