import type Sqlite from 'better-sqlite3';

/** Their statistics are chosen by migrations, for tables that will be large, and not counted while they are small. */
const CHOSEN = "('transactions', 'events', 'callback_attempts', 'statement_lines')";

/** Rows that SQLite looks at in each index: enough for an estimate, and quick in a table of any size. */
const ANALYSIS_LIMIT = 400;
/** All tables, also those that this connection has not read yet. */
const EVERY_TABLE = 0x10002;

/** Renews the statistics of SQLite's planner where tables have grown or shrunk much. */
export function optimize(connection: Sqlite.Database): void {
  connection.pragma(`analysis_limit = ${ANALYSIS_LIMIT}`);
  connection
    .transaction(() => {
      const chosen = connection
        .prepare(`select tbl, idx, stat from sqlite_stat1 where tbl in ${CHOSEN}`)
        .raw();
      const before = chosen.all() as unknown[][];
      connection.pragma(`optimize = ${EVERY_TABLE}`);
      if (JSON.stringify(chosen.all()) === JSON.stringify(before)) return;
      connection.exec(`delete from sqlite_stat1 where tbl in ${CHOSEN}`);
      const insert = connection.prepare('insert into sqlite_stat1 (tbl, idx, stat) values (?, ?, ?)');
      for (const row of before) insert.run(...row);
      connection.exec('analyze sqlite_schema');
    })
    .immediate();
}
