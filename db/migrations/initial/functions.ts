/**
 * The order of the event feed. A position is the number of the database transaction that writes the event, with the
 * place of the event in it. All that is below `feed_end()` is committed or will never be, so a reader who stops there
 * misses nothing. Numbers are given by the whole server: those that sessions of other databases hold are left out, so
 * that no long transaction there holds up the feed. Only the owner of a number has it in exclusive mode; a session that
 * has waited for its end shares it for a moment. A replica knows of no sessions, and waits for all. A number beyond 512
 * events of one transaction borrows from the upper half of the next ones.
 *
 * `feed_base()` is replaced by a higher one when the numbers of the server are behind stored positions, as after a move
 * to another server.
 */
const FEED_POSITIONS = [
  `create function feed_base() returns bigint language sql stable parallel safe return 0::bigint`,
  `create function feed_end() returns bigint language sql stable parallel restricted
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
  end`,
  `create function next_event_position() returns bigint language plpgsql volatile as $$
    declare
      ordinal bigint := coalesce(nullif(current_setting('bank_transfers.event_ordinal', true), ''), '0');
    begin
      perform set_config('bank_transfers.event_ordinal', (ordinal + 1)::text, true);
      return feed_base() + (pg_current_xact_id()::text::bigint + ordinal / 512) * 1024
        + case when ordinal < 512 then ordinal else 512 + ordinal % 512 end;
    end $$`,
];

export const POSTGRES_FUNCTIONS = [
  ...FEED_POSITIONS,
  // What queries use and PostgreSQL does not have under the same name.
  `create function instr(whole text, part text) returns integer
    language sql immutable strict parallel safe return strpos(whole, part)`,
  // What makes a command run again.
  `create function run_again(reason text) returns void language plpgsql volatile as $$
    begin
      raise exception '%', reason using errcode = 'serialization_failure';
    end $$`,
];
