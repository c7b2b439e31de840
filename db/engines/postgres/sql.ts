import { sql } from 'kysely';
import { TIME_ZONE } from '../../sql/days.ts';
import type { EngineSql } from '../../sql/engine-sql.ts';
import { OTHER_DAYS } from './errors.ts';
import { hasServices } from './job-lock.ts';

/** Names the lock of match policies among the advisory locks of a database. */
const POLICY_LOCK = 4_202_617;

export const postgresSql: EngineSql = {
  lastFour: (column) => sql`right(${sql.ref(column)}, 4)`,
  jsonText: (column, path) => sql`cast(${sql.ref(column)} as json) #>> ${sql.lit(`{${path.join(',')}}`)}`,
  jsonItems: (column, table) =>
    sql`json_array_elements(cast(${sql.ref(column)} as json)) as ${sql.ref(table)}(value)`,
  jsonValues: (json, table) => sql`json_array_elements(cast(${json} as json)) as ${sql.ref(table)}(value)`,
  async lockOutWriters(trx) {
    // Every command that writes several of them begins with the first, or writes them in this order. Reads go on.
    await sql`
      lock table transactions, events, holds, callback_attempts, callbacks, bank_accounts, transaction_counters
      in share row exclusive mode`.execute(trx);
  },
  async joinWriters(trx) {
    // The months are locked by the statements that write them.
    await sql`lock table only transactions in row exclusive mode`.execute(trx);
  },
  expectTimeZone: (trx, timeZone) =>
    sql`
      select run_again(${sql.lit(OTHER_DAYS)}) from metadata
      where key = ${sql.lit(TIME_ZONE)} and value <> ${timeZone}`.execute(trx),
  async lockPolicies(trx, mode) {
    const lock = mode === 'shared' ? sql`pg_advisory_xact_lock_shared` : sql`pg_advisory_xact_lock`;
    await sql`select ${lock}(${sql.lit(POLICY_LOCK)})`.execute(trx);
  },
  hasServices,
  keyTables: [
    { table: 'process_ids', columns: ['client_id', 'process_id'], condition: sql`true` },
    {
      table: 'pending_deposits',
      columns: ['client_id', 'user_id'],
      condition: sql`type = 'deposit' and status = 'pending'`,
    },
    {
      table: 'open_references',
      columns: ['client_id', 'reference'],
      condition: sql`type = 'deposit' and status = 'pending' and reference is not null`,
    },
  ],
};
