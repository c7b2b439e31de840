import { OFTEN_VACUUMED } from './tables.ts';

/**
 * The tables that grow with every transaction, in partitions by the month of a transaction: its id begins with the
 * time of its creation. What no month has is in the default partition. Every key has the client, by which a cluster
 * would distribute the rows.
 */
export const PARTITIONED_TABLES = `
  create table transactions (
    id text not null,
    client_id text not null,
    process_id text not null,
    type text not null check (type in ('deposit', 'withdrawal')),
    status text not null check (status in ('pending', 'successful', 'unsuccessful')),
    status_reason text,
    bank_id text not null,
    bank_name text not null,
    currency text not null,
    amount_minor bigint not null check (amount_minor > 0),
    final_amount_minor bigint,
    user_id text not null,
    user_name text not null,
    name text not null,
    converted_name text not null,
    bank_account_id text,
    account_name text not null,
    iban text not null,
    iban_normalized text,
    pay_token text,
    sequence integer not null,
    created_at_ms bigint not null,
    updated_at_ms bigint not null,
    expires_at_ms bigint,
    sent_at_ms bigint,
    reference text,
    ended_as text,
    claim_holder_id text,
    claimed_at_ms bigint,
    claim_ends_at_ms bigint,
    return_url text,
    user_name_folded text,
    account_name_folded text,
    primary key (id, client_id)
  ) partition by range (id);
  create table transactions_default partition of transactions default;
  create index transactions_process_id on transactions (client_id, process_id);
  create index transactions_by_time on transactions (created_at_ms, id);
  create index transactions_by_client on transactions (client_id, created_at_ms, id);
  create index transactions_expiring on transactions (expires_at_ms)
    where type = 'deposit' and status = 'pending';
  create index transactions_one_pending_deposit on transactions (user_id, client_id)
    where type = 'deposit' and status = 'pending';
  create index transactions_by_user on transactions (user_id, client_id, created_at_ms, id)
    where (type <> 'deposit' or status <> 'pending');
  create index transactions_pending on transactions
    (created_at_ms, id, type, amount_minor, sent_at_ms, client_id, bank_id, bank_account_id)
    where status = 'pending';
  create index transactions_open_reference on transactions (reference)
    where type = 'deposit' and status = 'pending';
  create index transactions_ended_reference on transactions (reference)
    where reference is not null and status <> 'pending';
  create index transactions_ended_amount on transactions (amount_minor, created_at_ms, id)
    where status <> 'pending';
  create index transactions_final_amount on transactions (final_amount_minor, created_at_ms, id)
    where final_amount_minor <> amount_minor;
  create index transactions_ended_iban on transactions (right(iban_normalized, 4), created_at_ms, id)
    where type = 'withdrawal' and status <> 'pending';
  create index transactions_unsuccessful on transactions (ended_as, created_at_ms, id)
    where status = 'unsuccessful';
  create index transactions_late on transactions (created_at_ms, id)
    where (status = 'unsuccessful' and ended_as = 'expired' and sent_at_ms is not null)
      or (status = 'successful' and ended_as <> 'reversed');
  create table events (
    position bigint not null default next_event_position(),
    id text not null,
    transaction_id text not null,
    client_id text not null,
    sequence integer not null,
    kind text not null,
    from_status text not null,
    to_status text not null,
    reason text,
    final_amount_minor bigint,
    actor_kind text not null,
    actor_client_id text,
    occurred_at_ms bigint not null,
    internal_reason text,
    seen_by text,
    primary key (transaction_id, sequence, client_id)
  ) partition by range (transaction_id);
  create table events_default partition of events default;
  create index events_by_id on events (id);
  create index events_by_position on events (position);
  create index events_of_client on events (client_id, position);
  create sequence callback_attempt_positions;
  create table callback_attempts (
    position bigint not null default nextval('callback_attempt_positions'),
    event_id text not null,
    transaction_id text not null,
    client_id text not null,
    started_at_ms bigint not null,
    duration_ms integer not null,
    status integer,
    error text,
    answer text,
    primary key (transaction_id, position, client_id)
  ) partition by range (transaction_id);
  create table callback_attempts_default partition of callback_attempts default;
  create index callback_attempts_by_position on callback_attempts (position);
  create index callback_attempts_of_client on callback_attempts (client_id, position);
  create index callback_attempts_failed on callback_attempts (client_id, position)
    where status is null or status not between 200 and 299;
`;

/**
 * The keys that are unique over all partitions, which no index of a partitioned table can be. SQLite has partial unique
 * indexes in their place; commands keep both by the same rules.
 */
export const KEY_TABLES = `
  create table process_ids (
    client_id text not null,
    process_id text not null,
    transaction_id text not null,
    primary key (client_id, process_id)
  );
  create table pending_deposits (
    client_id text not null,
    user_id text not null,
    transaction_id text not null,
    primary key (client_id, user_id)
  ) with (${OFTEN_VACUUMED});
  create table open_references (
    reference text not null primary key,
    client_id text not null,
    transaction_id text not null
  ) with (${OFTEN_VACUUMED});
`;

/**
 * The order of the event feed. A position is the number of the database transaction that writes the event, with the
 * place of the event in it. All that is below \`feed_end()\` is committed or will never be, so a reader who stops there
 * misses nothing. Numbers are given by the whole server: those that sessions of other databases hold are left out, so
 * that no long transaction there holds up the feed. Only the owner of a number has it in exclusive mode; a session that
 * has waited for its end shares it for a moment. A replica knows of no sessions, and waits for all. A number beyond 512
 * events of one transaction borrows from the upper half of the next ones, where only repairs write, one at a time.
 *
 * \`feed_base()\` is replaced by a higher one when the numbers of the server are behind stored positions, as after a move
 * to another server.
 */
export const POSITIONS = `
  create function feed_base() returns bigint language sql stable parallel safe return 0::bigint;
  create function feed_end() returns bigint language sql stable parallel restricted
  begin atomic
    with
      elsewhere as materialized (
        select lock.transactionid as number
        from pg_locks as lock, pg_stat_get_activity(lock.pid) as session
        where lock.locktype = 'transactionid'
          and lock.mode = 'ExclusiveLock'
          and lock.granted
          and lock.pid is not null
          and session.datid <> (select oid from pg_database where datname = current_database())
      ),
      running as (
        select number::text::bigint, number::xid in (select number from elsewhere) as is_elsewhere
        from pg_snapshot_xip(pg_current_snapshot()) as number
      ),
      ends as (
        select
          pg_snapshot_xmin(pg_current_snapshot())::text::bigint as oldest,
          pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next,
          pg_current_xact_id_if_assigned()::text::bigint as own
      )
    select feed_base() + 1024 * case
      when exists (select from running where is_elsewhere)
        then (select least(next, own, (select min(number) from running where not is_elsewhere)) from ends)
      else (select oldest from ends)
    end;
  end;
  create function next_event_position() returns bigint language plpgsql volatile as $$
    declare
      ordinal bigint := coalesce(nullif(current_setting('bank_transfers.event_ordinal', true), ''), '0');
    begin
      perform set_config('bank_transfers.event_ordinal', (ordinal + 1)::text, true);
      return feed_base() + (pg_current_xact_id()::text::bigint + ordinal / 512) * 1024
        + case when ordinal < 512 then ordinal else 512 + ordinal % 512 end;
    end $$;
`;
