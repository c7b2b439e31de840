import { type Kysely, sql } from 'kysely';

/** Format of sqlite_stat1, chosen as in 004. */
const INDEX_STATISTICS = {
  transactions_pending: '10000 1 1 1 1 1 1 1 1',
  transactions_open_reference: '10000 1',
  transactions_ended_reference: '1000000 1',
  transactions_ended_amount: '1000000 100 1 1',
  transactions_final_amount: '10000 10 1 1',
  transactions_ended_iban: '100000 100 1 1',
  transactions_unsuccessful: '300000 75000 1 1',
  transactions_late: '1000 1 1',
} as const;

/**
 * Adds references of deposits, how transactions ended, and the days by which they are counted. Deposits that exist have
 * no reference: their payers were shown none. What creates would have to keep up for every transaction, is indexed when
 * it has ended; the pending ones are few, and one index has what a search among them looks at.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const transactions = db.schema.alterTable('transactions');
  await transactions.addColumn('reference', 'text').execute();
  await transactions.addColumn('ended_as', 'text').execute();
  await fillEndedAs(db);
  await createIndexes(db);
  await countOutcomes(db);
  for (const [index, statistics] of Object.entries(INDEX_STATISTICS)) {
    await sql`delete from sqlite_stat1 where idx = ${index}`.execute(db);
    await sql`insert into sqlite_stat1 (tbl, idx, stat) values ('transactions', ${index}, ${statistics})`.execute(
      db,
    );
  }
  // Loads the statistics into this connection. Other connections load them because the schema has changed.
  await sql`analyze sqlite_schema`.execute(db);
  // Days were UTC days.
  await sql`insert into metadata (key, value) values ('time_zone', 'UTC')`.execute(db);
}

/** The last event that made a transaction unsuccessful says how. */
async function fillEndedAs(db: Kysely<never>): Promise<void> {
  await sql`
    update transactions set ended_as = (
      select case e.kind
        when 'expire' then 'expired' when 'cancel' then 'cancelled'
        when 'reverse' then 'reversed' else 'rejected' end
      from events as e
      where e.transaction_id = transactions.id and e.to_status = 'unsuccessful'
      order by e.sequence desc limit 1
    )
    where status = 'unsuccessful' or (status = 'successful' and sequence > 2)
  `.execute(db);
  // Rows from before there were events.
  await sql`
    update transactions set ended_as = case
      when status_reason = 'expired' then 'expired'
      when status_reason in ('cancelled_by_client', 'cancelled_by_payer') then 'cancelled'
      when final_amount_minor is not null then 'reversed' else 'rejected' end
    where status = 'unsuccessful' and ended_as is null
  `.execute(db);
}

async function createIndexes(db: Kysely<never>): Promise<void> {
  const statements = [
    'drop index transactions_pending',
    `create index transactions_pending on transactions
      (created_at_ms, id, type, amount_minor, sent_at_ms, client_id, bank_id, bank_account_id)
      where status = 'pending'`,
    `create unique index transactions_open_reference on transactions (reference)
      where type = 'deposit' and status = 'pending'`,
    `create index transactions_ended_reference on transactions (reference)
      where reference is not null and status <> 'pending'`,
    `create index transactions_ended_amount on transactions (amount_minor, created_at_ms, id)
      where status <> 'pending'`,
    `create index transactions_final_amount on transactions (final_amount_minor, created_at_ms, id)
      where final_amount_minor <> amount_minor`,
    `create index transactions_ended_iban on transactions (substr(iban_normalized, -4), created_at_ms, id)
      where type = 'withdrawal' and status <> 'pending'`,
    `create index transactions_unsuccessful on transactions (ended_as, created_at_ms, id)
      where status = 'unsuccessful'`,
    `create index transactions_late on transactions (created_at_ms, id)
      where (status = 'unsuccessful' and ended_as = 'expired' and sent_at_ms is not null)
        or (status = 'successful' and ended_as <> 'reversed')`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Tells the kinds of unsuccessful outcomes apart in the counters. */
async function countOutcomes(db: Kysely<never>): Promise<void> {
  for (const kind of ['expired', 'cancelled', 'rejected', 'reversed'])
    await db.schema
      .alterTable('transaction_counters')
      .addColumn(`${kind}_count`, 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  await sql`
    update transaction_counters set
      expired_count = ended.expired, cancelled_count = ended.cancelled,
      rejected_count = ended.rejected, reversed_count = ended.reversed
    from (
      select created_at_ms / 86400000 as day, client_id, bank_id, type,
        sum(ended_as = 'expired') as expired, sum(ended_as = 'cancelled') as cancelled,
        sum(ended_as = 'rejected') as rejected, sum(ended_as = 'reversed') as reversed
      from transactions
      where status = 'unsuccessful'
      group by 1, 2, 3, 4
    ) as ended
    where ended.day = transaction_counters.day and ended.client_id = transaction_counters.client_id
      and ended.bank_id = transaction_counters.bank_id and ended.type = transaction_counters.type
  `.execute(db);
}
