/**
 * What SQLite's planner knows about each index (format of sqlite_stat1): the number of its rows, and how many of them
 * share the first column, the first two, and so on. The numbers are chosen, not counted. They show that a user has far
 * fewer rows than a client, and that an account alone finds nothing. Counted numbers would come from the first rows of
 * each index: after an import, the planner would expect few new lines, although all of them are new.
 */
const STATISTICS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  transactions: {
    sqlite_autoindex_transactions_1: '1000000 1',
    transactions_process_id: '1000000 10000 1',
    transactions_one_pending_deposit: '10000 2 1',
    transactions_by_time: '1000000 1 1',
    transactions_test: '10000 1 1',
    transactions_by_client: '1000000 10000 1 1',
    transactions_by_user: '1000000 20 10 1 1',
    transactions_pending: '10000 1 1 1 1 1 1 1 1',
    transactions_unsuccessful: '100000 25000 1 1',
    transactions_late: '1000 1 1',
    transactions_ended_amount: '1000000 100 1 1',
    transactions_final_amount: '10000 10 1 1',
    transactions_ended_iban: '100000 100 1 1',
    transactions_pending_here: '100000 90000 10 1',
    transactions_ended_here: '1000000 100000 10 1 1 1',
    transactions_to_iban: '1000000 4 2 1',
  },
  events: {
    events_of_transaction: '1000000 2 1',
    events_of_client: '1000000 10000 1',
    events_of_mode: '1000000 500000 1',
  },
  callbacks: { callbacks_pending: '10000 2 1 1' },
  callback_attempts: {
    callback_attempts_of_transaction: '1000000 2 1',
    callback_attempts_of_client: '1000000 10000 1',
    callback_attempts_of_mode: '1000000 500000 1',
    callback_attempts_failed: '10000 100 1',
  },
  statement_lines: {
    sqlite_autoindex_statement_lines_1: '1000000 1',
    statement_lines_key: '1000000 100000 1 1',
    statement_lines_of_statement: '1000000 1000 1',
    statement_lines_new: '10000 1000 1',
    statement_lines_of_state: '1000000 100000 1',
    statement_lines_pending: '100000 10000',
    statement_lines_of_transaction: '500000 1',
    statement_lines_of_day: '1000000 100000 1000',
    statement_lines_open: '100000 10000 10000 10 1',
    statement_lines_out_amount: '50000 5000 10 2',
    statement_lines_payer_end: '500000 100',
  },
};

export const plannerStatistics: readonly string[] = [
  // `analyze` is the only way to create the table of statistics. This table has few rows to read.
  'analyze metadata',
  'delete from sqlite_stat1',
  ...Object.entries(STATISTICS).flatMap(([table, indexes]) =>
    Object.entries(indexes).map(
      ([index, statistics]) =>
        `insert into sqlite_stat1 (tbl, idx, stat) values ('${table}', '${index}', '${statistics}')`,
    ),
  ),
  // Loads the statistics into this connection. Other connections load them because the schema has changed.
  'analyze sqlite_schema',
];
