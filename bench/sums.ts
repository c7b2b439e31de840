import type Sqlite from 'better-sqlite3';

/** The sums of transactions that ended once at most, by days in UTC, the zone in which the service counts. */
const COUNTERS = `
  insert into transaction_counters (
    day, client_id, bank_id, type, created_count, created_minor, successful_count, successful_minor,
    unsuccessful_count, expired_count, rejected_count, settled_count, settling_ms)
  select t.created_at_ms / 86400000, t.client_id, t.bank_id, t.type, count(*), sum(t.amount_minor),
    sum(t.status = 'successful'),
    sum(case when t.status = 'successful' then coalesce(t.final_amount_minor, t.amount_minor) else 0 end),
    sum(t.status = 'unsuccessful'),
    sum(t.ended_as is 'expired'), sum(t.ended_as is 'rejected'),
    count(e.id), coalesce(sum(max(0, e.occurred_at_ms - t.created_at_ms)), 0)
  from transactions as t left join events as e on e.transaction_id = t.id and e.sequence = 2 and e.kind = 'settle'
  group by 1, 2, 3, 4`;

const ACCOUNT_USE = `
  with
    deposits as materialized (
      select bank_account_id as id, updated_at_ms / 86400000 as day,
        sum(case when status = 'pending' then amount_minor else 0 end) as pending_minor,
        sum(status = 'successful') as paid_count,
        sum(case when status = 'successful' then coalesce(final_amount_minor, amount_minor) else 0 end) as paid_minor
      from transactions where bank_account_id is not null group by 1, 2
    ),
    uses as (
      select id, sum(pending_minor) as pending_minor, coalesce(max(case when paid_count > 0 then day end), 0) as day
      from deposits group by id
    )
  update bank_accounts set
    assigned_order = 1,
    pending_minor = uses.pending_minor,
    paid_day = uses.day,
    paid_minor = coalesce((select paid_minor from deposits where id = uses.id and day = uses.day), 0)
  from uses where uses.id = bank_accounts.id`;

/** Stores what the service counts with every create and every transition. The database had no transactions before. */
export function storeSums(database: Sqlite.Database): void {
  database.transaction(() => {
    database.exec(COUNTERS);
    database.exec(ACCOUNT_USE);
    database.exec('update feed_tip set position = (select coalesce(max(position), 0) from events)');
  })();
}
