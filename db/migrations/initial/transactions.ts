import type { SchemaDialect } from '../../engines/schema-dialect.ts';

/**
 * Transactions, and what happens to them. On PostgreSQL, if a table grows with every transaction, each of its keys
 * contains the client, by which a cluster would distribute the rows.
 */
export const transactions = (d: SchemaDialect): readonly string[] => [
  ...d.only('postgres', 'create sequence transaction_numbers'),
  `create table transactions (
    number ${d.transactionNumber},
    id text not null,
    client_id text not null ${d.refersTo('clients')},
    process_id text not null,
    type text not null check (type in ('deposit', 'withdrawal')),
    status text not null check (status in ('pending', 'successful', 'unsuccessful')),
    status_reason text,
    ended_as text,
    bank_id text not null,
    bank_name text not null,
    currency text not null,
    amount_minor bigint not null check (amount_minor > 0),
    final_amount_minor bigint,
    user_id text not null,
    user_name text not null,
    name text not null,
    converted_name text not null,
    user_name_folded text,
    account_name_folded text,
    bank_account_id text,
    account_name text not null,
    iban text not null,
    iban_normalized text,
    reference text,
    pay_token text,
    return_url text,
    sequence integer not null,
    created_at_ms bigint not null,
    updated_at_ms bigint not null,
    expires_at_ms bigint,
    sent_at_ms bigint,
    claim_holder_id text,
    claimed_at_ms bigint,
    claim_ends_at_ms bigint,
    sent_to_bank_at_ms bigint,
    is_test integer default 0 not null
    ${d.keys({ sqlite: 'unique (id)', postgres: 'primary key (id, client_id)' })}
  ) ${d.growing()}`,

  // A reference is a number in another form, and is found by it.
  ...d.only('postgres', 'create index transactions_by_number on transactions (number)'),

  // One transaction for each process id of a client, one pending deposit for each of its users.
  `create unique index transactions_process_id on transactions (client_id, process_id)`,
  `create unique index transactions_one_pending_deposit on transactions (user_id, client_id)
    where type = 'deposit' and status = 'pending'`,
  `create index transactions_expiring on transactions (expires_at_ms)
    where type = 'deposit' and status = 'pending'`,

  // Lists. Those over all clients contain only live transactions: a load test creates many others.
  'create index transactions_by_time on transactions (created_at_ms, id) where is_test = 0',
  'create index transactions_test on transactions (created_at_ms, id) where is_test = 1',
  'create index transactions_by_client on transactions (client_id, created_at_ms, id)',
  `create index transactions_by_user on transactions (user_id, client_id, created_at_ms, id)
    where (type <> 'deposit' or status <> 'pending')`,
  // Few are pending, and one index has all columns that a search among them reads.
  `create index transactions_pending on transactions
    (created_at_ms, id, type, amount_minor, sent_at_ms, client_id, bank_id, bank_account_id)
    where status = 'pending' and is_test = 0`,
  `create index transactions_unsuccessful on transactions (ended_as, created_at_ms, id)
    where status = 'unsuccessful' and is_test = 0`,
  `create index transactions_late on transactions (created_at_ms, id)
    where ((status = 'unsuccessful' and ended_as = 'expired' and sent_at_ms is not null)
      or (status = 'successful' and ended_as <> 'reversed')) and is_test = 0`,

  // The search. Transactions are indexed only once they have ended, which spares each create the work.
  `create index transactions_ended_amount on transactions (amount_minor, created_at_ms, id)
    where status <> 'pending'`,
  `create index transactions_final_amount on transactions (final_amount_minor, created_at_ms, id)
    where final_amount_minor <> amount_minor`,
  `create index transactions_ended_iban on transactions (${d.lastFour('iban_normalized')}, created_at_ms, id)
    where type = 'withdrawal' and status <> 'pending'`,

  // The matching: live transactions of an amount and an account, by whether and when they ended. The indexes contain
  // all columns that a count needs, so it reads no rows. A withdrawal has no account, so the same indexes find those of
  // an amount.
  `create index transactions_pending_here on transactions (bank_account_id, amount_minor, id)
    where status = 'pending' and is_test = 0`,
  `create index transactions_ended_here on transactions
    (bank_account_id, amount_minor, updated_at_ms, created_at_ms, status)
    where status <> 'pending' and is_test = 0`,
  `create index transactions_to_iban on transactions (iban_normalized, amount_minor, id)
    where iban_normalized is not null and is_test = 0`,
  // Only queries for money that moved have this predicate.
  `create index transactions_moved on transactions (bank_account_id, updated_at_ms)
    where final_amount_minor > 0`,

  // Each transaction has a sequence once, so two transitions of one state cannot both be stored.
  `create table events (
    position ${d.eventPosition},
    id text not null,
    transaction_id text not null ${d.refersTo('transactions')},
    client_id text not null,
    sequence integer not null,
    kind text not null,
    from_status text not null,
    to_status text not null,
    reason text,
    internal_reason text,
    final_amount_minor bigint,
    paid_from_account_id text,
    bank_reference text,
    actor_kind text not null,
    actor_client_id text,
    occurred_at_ms bigint not null,
    seen_by text,
    is_test integer default 0 not null
    ${d.keys({ sqlite: 'unique (id)', postgres: 'primary key (transaction_id, sequence, client_id)' })}
  ) ${d.growing()}`,
  // The position of the last event. A command that adds events updates it, and holds its lock until the commit.
  `create table feed_tip (
    id integer primary key check (id = 1),
    position bigint not null
  ) ${d.busy(10)}`,
  'insert into feed_tip (id, position) values (1, 0)',
  'create index events_of_client on events (client_id, position)',
  'create index events_of_mode on events (is_test, position)',
  ...d.only('sqlite', 'create unique index events_of_transaction on events (transaction_id, sequence)'),
  ...d.only(
    'postgres',
    'create index events_by_id on events (id)',
    'create index events_by_position on events (position)',
  ),

  // Decisions that take effect when they are due. Only those of the last seconds are here.
  `create table planned_transitions (
    transaction_id text primary key ${d.refersTo('transactions')},
    client_id text not null,
    command text not null,
    lines text,
    meta text not null,
    due_at_ms bigint not null
  ) ${d.busy()}`,
  'create index planned_transitions_due on planned_transitions (due_at_ms)',

  `create table notes (
    position ${d.risingKey},
    transaction_id text not null ${d.refersTo('transactions')},
    author_client_id text not null,
    text text not null,
    created_at_ms bigint not null
  )`,
  'create index notes_of_transaction on notes (transaction_id, position)',

  `create table reason_templates (
    id text primary key,
    kind text not null,
    text text not null,
    seen_by text not null,
    constraint reason_templates_of_kind unique (kind, text)
  )`,

  `create table transaction_counters (
    day integer not null,
    client_id text not null,
    bank_id text not null,
    type text not null,
    created_count bigint not null,
    created_minor bigint not null,
    successful_count bigint not null,
    successful_minor bigint not null,
    unsuccessful_count bigint not null,
    settled_count bigint default 0 not null,
    settling_ms bigint default 0 not null,
    expired_count bigint default 0 not null,
    cancelled_count bigint default 0 not null,
    rejected_count bigint default 0 not null,
    reversed_count bigint default 0 not null,
    constraint transaction_counters_key primary key (day, client_id, bank_id, type)
  ) ${d.busy(50)}`,
];
