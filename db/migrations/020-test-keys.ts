import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../sql/is-postgres.ts';

/** What the planner of SQLite knows of an index is lost with the index: see 004 and 012. */
const INDEX_STATISTICS = {
  transactions_by_time: '1000000 1 1',
  transactions_pending: '10000 1 1 1 1 1 1 1 1',
  transactions_unsuccessful: '100000 25000 1 1',
  transactions_late: '1000 1 1',
  transactions_test: '10000 1 1',
} as const;

/**
 * Adds test keys with their clocks, marks the transactions of such keys, and keeps what they ask of callbacks. The
 * indexes of lists over all clients hold live transactions alone, so that a list reads no others: a key that tests a
 * load makes many. The same on both engines.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  if (isPostgres(db)) return;
  for (const [index, statistics] of Object.entries(INDEX_STATISTICS)) {
    await sql`delete from sqlite_stat1 where idx = ${index}`.execute(db);
    await sql`insert into sqlite_stat1 (tbl, idx, stat) values ('transactions', ${index}, ${statistics})`.execute(
      db,
    );
  }
  // Loads the statistics into this connection. Other connections load them because the schema has changed.
  await sql`analyze sqlite_schema`.execute(db);
}

const STATEMENTS = [
  'alter table clients add column is_test integer default 0 not null',
  'alter table clients add column clock_ahead_ms bigint default 0 not null',
  'create index clients_test on clients (id) where is_test = 1',
  'alter table transactions add column is_test integer default 0 not null',
  'drop index transactions_by_time',
  'create index transactions_by_time on transactions (created_at_ms, id) where is_test = 0',
  'drop index transactions_pending',
  `create index transactions_pending on transactions
    (created_at_ms, id, type, amount_minor, sent_at_ms, client_id, bank_id, bank_account_id)
    where status = 'pending' and is_test = 0`,
  'drop index transactions_unsuccessful',
  `create index transactions_unsuccessful on transactions (ended_as, created_at_ms, id)
    where status = 'unsuccessful' and is_test = 0`,
  'drop index transactions_late',
  `create index transactions_late on transactions (created_at_ms, id)
    where ((status = 'unsuccessful' and ended_as = 'expired' and sent_at_ms is not null)
      or (status = 'successful' and ended_as <> 'reversed')) and is_test = 0`,
  'create index transactions_test on transactions (created_at_ms, id) where is_test = 1',
  `create table callback_failures (
    id text primary key,
    client_id text not null references clients (id),
    kind text not null check (kind in ('timeout', 'error500', 'duplicate', 'outOfOrder')),
    remaining bigint not null,
    event_id text
  )`,
  'create index callback_failures_of_client on callback_failures (client_id, id)',
];
