import { type Kysely, sql } from 'kysely';

/** Format of sqlite_stat1, chosen as in 004: a user has far fewer rows than a client. */
const INDEX_STATISTICS = {
  transactions_one_pending_deposit: '10000 2 1',
  transactions_by_user: '1000000 20 10 1 1',
} as const;

/**
 * A pending deposit stands in one index of users, not in two: in that of pending deposits until it ends, then in
 * that of all others. Each such entry dirties a page of its own, so a create had half as many again to write. Both
 * begin with the user, which finds the rows of a user whichever client they belong to.
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
  // Makes this connection read them; others do so because the schema has changed.
  await sql`analyze sqlite_schema`.execute(db);
}
