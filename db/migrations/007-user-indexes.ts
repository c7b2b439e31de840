import { type Kysely, sql } from 'kysely';

/** Format of sqlite_stat1, chosen as in 004: a user has far fewer rows than a client. */
const INDEX_STATISTICS = {
  transactions_one_pending_deposit: '10000 2 1',
  transactions_by_user: '1000000 20 10 1 1',
} as const;

/**
 * Each deposit is in one index of users: pending ones in the index of pending deposits, all others in the second
 * one. An entry in a further index would change one more page, half as many again for a create. Both indexes begin
 * with the user, so they find the transactions of a user with all clients.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.dropIndex('transactions_one_pending_deposit').execute();
  await db.schema
    .createIndex('transactions_one_pending_deposit')
    .unique()
    .on('transactions')
    .columns(['user_id', 'client_id'])
    .where(sql.ref('type'), '=', sql.lit('deposit'))
    .where(sql.ref('status'), '=', sql.lit('pending'))
    .execute();
  await db.schema.dropIndex('transactions_by_user').execute();
  await db.schema
    .createIndex('transactions_by_user')
    .on('transactions')
    .columns(['user_id', 'client_id', 'created_at_ms', 'id'])
    .where((eb) =>
      eb.or([eb(sql.ref('type'), '<>', sql.lit('deposit')), eb(sql.ref('status'), '<>', sql.lit('pending'))]),
    )
    .execute();
  for (const [index, statistics] of Object.entries(INDEX_STATISTICS))
    await sql`insert into sqlite_stat1 (tbl, idx, stat) values ('transactions', ${index}, ${statistics})`.execute(
      db,
    );
  // Loads the statistics into this connection. Other connections load them because the schema has changed.
  await sql`analyze sqlite_schema`.execute(db);
}
