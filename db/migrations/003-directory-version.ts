import { type Kysely, sql } from 'kysely';

const WATCHED = ['clients', 'client_secrets', 'banks'] as const;

/**
 * Counts the changes of what processes keep in memory, whoever makes them, so that a process can tell them
 * from the commits of transactions.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`insert into service_info (key, value) values ('directory_version', '0')`.execute(db);
  for (const table of WATCHED) {
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
