import { type Kysely, sql } from 'kysely';

const CACHED_TABLES = ['clients', 'client_secrets', 'banks'] as const;

/**
 * Counts changes of the tables that processes cache. A process can then distinguish them from commits of
 * transactions, whichever process made them.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`insert into service_info (key, value) values ('directory_version', '0')`.execute(db);
  for (const table of CACHED_TABLES) {
    for (const event of ['insert', 'update', 'delete'] as const) {
      await sql`
        create trigger ${sql.ref(`${table}_${event}_counts`)} after ${sql.raw(event)} on ${sql.table(table)}
        begin
          update service_info set value = cast(value as integer) + 1 where key = 'directory_version';
        end
      `.execute(db);
    }
  }
}
