import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../sql/is-postgres.ts';

/** What the planner of SQLite knows of an index is chosen, not counted: see 021. */
const STATISTICS = {
  transactions_pending_here: ['transactions', '100000 90000 10 1'],
  transactions_to_iban: ['transactions', '1000000 4 2 1'],
  statement_lines_out_amount: ['statement_lines', '50000 5000 10 2'],
} as const;

const DROPPED = ['transactions_final_here', 'statement_lines_returns', 'statement_lines_out', 'payer_ibans'];

/**
 * Removes what served rules that are gone: the accounts from which users have paid, and indexes by other amounts and for
 * returns. Adds the indexes by which the newest deposits of an amount, the withdrawals of an amount to an IBAN, and debits
 * that no match explains are found. The same on both engines.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  if (isPostgres(db)) return;
  for (const [index, [table, statistics]] of Object.entries(STATISTICS)) {
    await sql`delete from sqlite_stat1 where idx = ${index}`.execute(db);
    await sql`insert into sqlite_stat1 (tbl, idx, stat) values (${table}, ${index}, ${statistics})`.execute(
      db,
    );
  }
  for (const name of DROPPED)
    await sql`delete from sqlite_stat1 where idx = ${name} or tbl = ${name}`.execute(db);
  // Loads the statistics into this connection. Other connections load them because the schema has changed.
  await sql`analyze sqlite_schema`.execute(db);
}

const STATEMENTS = [
  'drop table payer_ibans',
  'drop index transactions_final_here',
  'drop index statement_lines_returns',
  'drop index statement_lines_out',
  'drop index transactions_pending_here',
  `create index transactions_pending_here on transactions (bank_account_id, amount_minor, id)
    where status = 'pending' and is_test = 0`,
  `create index transactions_to_iban on transactions (iban_normalized, amount_minor, id)
    where iban_normalized is not null and is_test = 0`,
  'drop index statement_lines_out_amount',
  // A debit without any date counts for all days.
  `create index statement_lines_out_amount on statement_lines
    (account_id, amount_minor, coalesce(booking_date, value_date, '9999-12-31'))
    where debit_kind <> 'fee' and state not in ('matched', 'replaced')`,
];
