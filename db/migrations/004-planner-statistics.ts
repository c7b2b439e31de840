import { type Kysely, sql } from 'kysely';

/**
 * For each index the number of its rows, and how many of them share the first column, the first two, and so on
 * (format of sqlite_stat1). The numbers are chosen, not counted: they only show that a user has far fewer rows than
 * a client.
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
 * Gives SQLite's planner statistics of transactions. Without them it uses the index of the client for a user's
 * transactions in a range of time, and reads all transactions of the client in that range.
 */
export async function up(db: Kysely<never>): Promise<void> {
  // `analyze` is the only way to create the table of statistics. This table has few rows to read.
  await sql`analyze service_info`.execute(db);
  for (const [index, statistics] of Object.entries(INDEX_STATISTICS))
    await sql`insert into sqlite_stat1 (tbl, idx, stat) values ('transactions', ${index}, ${statistics})`.execute(
      db,
    );
  // Loads the statistics into this connection. Other connections load them because the schema has changed.
  await sql`analyze sqlite_schema`.execute(db);
}
