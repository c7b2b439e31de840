import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../sql/is-postgres.ts';
import { markDebits } from './019-money-out.ts';

/**
 * What the planner of SQLite knows of an index is chosen, not counted: see 004, 012 and 020. An account alone is to find
 * nothing: sums of what is pending read another index, which has all that they ask for.
 */
const OF_TRANSACTIONS = {
  transactions_pending_here: '100000 90000 10',
  transactions_pending_name: '100000 90000 2',
  transactions_ended_here: '1000000 100000 10 1 1 1',
  transactions_final_here: '10000 1000 2 1 1 1',
} as const;

/**
 * Of the lines too: counted ones are of the first rows of each index, and after an import the planner took few lines for
 * new that were all there were.
 */
const OF_LINES = {
  sqlite_autoindex_statement_lines_1: '1000000 1',
  statement_lines_key: '1000000 100000 1 1',
  statement_lines_of_statement: '1000000 1000 1',
  statement_lines_new: '10000 1000 1',
  statement_lines_of_state: '1000000 100000 1',
  statement_lines_of_transaction: '500000 1',
  statement_lines_of_day: '1000000 100000 1000',
  statement_lines_open: '100000 10000 10000 10 1',
  statement_lines_returns: '1000 100 2 1',
  statement_lines_out: '50000 10 2',
  statement_lines_out_amount: '50000 5000 10 2',
} as const;

/**
 * Adds the indexes by which the matching finds and counts what it compares, and nothing else: live transactions of an
 * amount and an account, by whether and when they ended. A withdrawal has no account, so the same indexes have those of an
 * amount. A create adds to one of them more than before. Money out that was stored as a fee is none any more where it can
 * name somebody. The same on both engines.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  await markDebits(db, sql`debit_kind = 'fee'`);
  if (isPostgres(db)) return;
  for (const [index, statistics] of Object.entries(OF_TRANSACTIONS)) {
    await sql`delete from sqlite_stat1 where idx = ${index}`.execute(db);
    await insertStatistics(db, { table: 'transactions', index, statistics });
  }
  await sql`delete from sqlite_stat1 where tbl = 'statement_lines'`.execute(db);
  for (const [index, statistics] of Object.entries(OF_LINES))
    await insertStatistics(db, { table: 'statement_lines', index, statistics });
  // Loads the statistics into this connection. Other connections load them because the schema has changed.
  await sql`analyze sqlite_schema`.execute(db);
}

interface Statistics {
  readonly table: string;
  readonly index: string;
  readonly statistics: string;
}

async function insertStatistics(db: Kysely<never>, { table, index, statistics }: Statistics): Promise<void> {
  await sql`insert into sqlite_stat1 (tbl, idx, stat) values (${table}, ${index}, ${statistics})`.execute(db);
}

const STATEMENTS = [
  `create index transactions_pending_here on transactions (bank_account_id, amount_minor)
    where status = 'pending' and is_test = 0`,
  'drop index transactions_pending_name',
  `create index transactions_pending_name on transactions (bank_account_id, converted_name)
    where type = 'deposit' and status = 'pending' and is_test = 0`,
  // These have all that a count asks for, so that it reads no rows.
  `create index transactions_ended_here on transactions
    (bank_account_id, amount_minor, updated_at_ms, created_at_ms, status)
    where status <> 'pending' and is_test = 0`,
  `create index transactions_final_here on transactions
    (bank_account_id, final_amount_minor, updated_at_ms, created_at_ms, amount_minor)
    where final_amount_minor <> amount_minor and is_test = 0`,
  // Of very much money in of one amount the first lines are found without a sort.
  'drop index statement_lines_open',
  `create index statement_lines_open on statement_lines (account_id, direction, amount_minor, id)
    where is_open = 1`,
  // The undo of a match forgets what it has taught.
  'create index payer_ibans_of_decision on payer_ibans (decision_id)',
];
