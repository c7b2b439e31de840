import { type Kysely, sql } from 'kysely';

/**
 * How many rows each index has, and how many of them share its first column, its first two, and so on (the
 * format of sqlite_stat1). Not counted but chosen: what matters is that a user has far fewer than a client.
 */
const INDEX_STATISTICS = {
  sqlite_autoindex_transactions_1: '1000000 1',
  transactions_process_id: '1000000 10000 1',
  transactions_one_pending_deposit: '10000 100 1',
  transactions_by_time: '1000000 1 1',
  transactions_by_client: '1000000 10000 1 1',
  transactions_by_user: '1000000 20 10 1 1',
  transactions_pending: '10000 1 1',
} as const;

/**
 * Tells SQLite's planner what transactions are like. Knowing nothing, it takes a client's index where a user's
 * is asked for within two moments, and reads all that the client has between them.
 */
export async function up(db: Kysely<never>): Promise<void> {
  // Makes the table of statistics, which can be made in no other way. This one has few rows to read.
  await sql`analyze service_info`.execute(db);
  for (const [index, statistics] of Object.entries(INDEX_STATISTICS))
    await sql`insert into sqlite_stat1 (tbl, idx, stat) values ('transactions', ${index}, ${statistics})`.execute(
      db,
    );
  // Makes this connection read them; others do so because the schema has changed.
  await sql`analyze sqlite_schema`.execute(db);
}
