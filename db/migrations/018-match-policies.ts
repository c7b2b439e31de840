import { type Kysely, sql } from 'kysely';

/**
 * Adds the policy of the desk to those of clients, the profiles of banks that operators add, the currency of a
 * statement, and the indexes for days of an account, for names of payers and for money that was sent back. The same on
 * both engines.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  'alter table statements add column currency text',
  'drop index statement_lines_of_day',
  'create index statement_lines_of_day on statement_lines (account_id, coalesce(booking_date, value_date))',
  // The predicate is one that only reads of money that moved have.
  `create index transactions_moved on transactions (bank_account_id, updated_at_ms) where final_amount_minor > 0`,
  // Money that was sent back is looked up by the account to which it went.
  `create index statement_lines_out on statement_lines (counterparty_iban, amount_minor)
    where direction = 'debit' and counterparty_iban is not null`,
  // The names of payers are looked up for proposals.
  `create index transactions_pending_name on transactions (converted_name)
    where type = 'deposit' and status = 'pending'`,
  // The former table is empty: no version before wrote to it.
  'drop table match_policies',
  // One of the desk, without a client, and one of each client that has its own.
  `create table match_policies (
    scope text primary key,
    client_id text references clients (id),
    policy text not null,
    updated_at_ms bigint not null,
    check (scope = coalesce(client_id, 'desk'))
  )`,
  `create table bank_profiles (
    id text primary key,
    title text not null,
    profile text not null
  )`,
];
