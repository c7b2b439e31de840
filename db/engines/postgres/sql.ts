import { sql } from 'kysely';
import { TIME_ZONE } from '../../sql/days.ts';
import type { EngineSql } from '../engine-sql.ts';
import { TIME_ZONE_OUTDATED } from './errors.ts';
import { hasServices } from './job-lock.ts';

/** Names the lock of match policies among the advisory locks of a database. */
const POLICY_LOCK = 4_202_617;
/** Names the lock of imports. */
const IMPORT_LOCK = 4_202_618;
/** Names the locks of credits, one for each account. Two accounts can have the same one. */
const CREDIT_LOCKS = 4_202_619;

export const postgresSql: EngineSql = {
  async lockOutWriters(trx) {
    // Every command that writes several of these tables begins with the first, or writes them in this order. Reads are
    // not blocked.
    await sql`
      lock table transactions, events, planned_transitions, callback_attempts, callbacks, bank_accounts, transaction_counters
      in share row exclusive mode`.execute(trx);
  },
  async joinWriters(trx) {
    // The statements that write the months lock them.
    await sql`lock table only transactions in row exclusive mode`.execute(trx);
  },
  expectTimeZone: (trx, timeZone) =>
    sql`
      select run_again(${sql.lit(TIME_ZONE_OUTDATED)}) from metadata
      where key = ${sql.lit(TIME_ZONE)} and value <> ${timeZone}`.execute(trx),
  async lockPolicies(trx, mode) {
    const lock = mode === 'shared' ? sql`pg_advisory_xact_lock_shared` : sql`pg_advisory_xact_lock`;
    await sql`select ${lock}(${sql.lit(POLICY_LOCK)})`.execute(trx);
  },
  async lockImports(trx) {
    await sql`select pg_advisory_xact_lock(${sql.lit(IMPORT_LOCK)})`.execute(trx);
  },
  async lockCredits(trx, accountIds) {
    for (const id of [...new Set(accountIds)].sort())
      await sql`select pg_advisory_xact_lock(${sql.lit(CREDIT_LOCKS)}, hashtext(${id}))`.execute(trx);
  },
  async nextNumbers(trx, count) {
    const { rows } = await sql<{ readonly number: number }>`
      select nextval('transaction_numbers') as number from generate_series(1, ${count}::integer)`.execute(
      trx,
    );
    return rows.map(({ number }) => Number(number));
  },
  raiseNumbers: (trx, number) =>
    sql`
      select setval('transaction_numbers', greatest(last_value, ${number}::bigint)) from transaction_numbers`.execute(
      trx,
    ),
  hasServices,
  async hasTable(db, name) {
    // The table is looked up as a statement would find it; a partitioned table (p) is a table too.
    const { rows } = await sql`
      select from pg_class where oid = to_regclass(quote_ident(${name})) and relkind in ('r', 'p')`.execute(
      db,
    );
    return rows.length > 0;
  },
  async lockTransactions(trx, ids) {
    if (ids.length === 0) return;
    await sql`
      select t.id from unnest(${[...new Set(ids)]}::text[]) as wanted (id)
      join transactions as t on t.id = wanted.id
      order by t.id for no key update of t`.execute(trx);
  },
};
