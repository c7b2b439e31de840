import { type Kysely, sql } from 'kysely';
import { schemaDialectOf } from '../engines/schema-dialect.ts';

/** The matches of a transaction since a debit has returned it are of a later round: see payment-rounds.ts. */
const RETURNS = `statement_lines as l join line_decisions as r on r.id = l.decision_id
  where l.direction = 'debit' and l.state = 'matched' and r.settles = 0 and r.event_id is not null`;
const IN_ROUNDS = `update line_decisions set part = part + 50 * (
    select count(*) from ${RETURNS} and l.transaction_id = line_decisions.transaction_id
      and r.decided_at_ms < line_decisions.decided_at_ms)
  where undone_at_ms is null and transaction_id in (select l.transaction_id from ${RETURNS})`;

/** A correction by the same command, which follows the event of the undone decision. */
const UNDO_EVENTS = `update line_decisions set undo_event_id = (
    select n.id from events as r join events as n on n.transaction_id = r.transaction_id and n.sequence = r.sequence + 1
    where r.id = line_decisions.event_id and r.transaction_id = line_decisions.transaction_id
      and n.kind = 'correct' and n.occurred_at_ms = line_decisions.undone_at_ms)
  where settles = 0 and event_id is not null and undone_at_ms is not null`;

/**
 * Three changes. A debit that was confirmed as the return of a deposit is also found by its amount, because it can have
 * taken a waiting credit. Notes of what paid a deposit that was settled by hand are found by the deposit, including
 * undone ones. An undo names the event that it made: a deposit that it credits again is about the same money as before,
 * unlike one credited by hand.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const { byBytes, only } = schemaDialectOf(db);
  const statements = [
    'alter table line_decisions add column undo_event_id text',
    `update statement_lines set debit_kind = 'return' where direction = 'debit' and id in (
      select d.line_id from line_decisions as d
      where d.settles = 0 and d.event_id is not null and d.undone_at_ms is null)`,
    UNDO_EVENTS,
    IN_ROUNDS,
    'drop index statement_lines_out_amount',
    `create index statement_lines_out_amount on statement_lines
      (account_id, amount_minor, coalesce(booking_date, value_date, '9999-12-31'))
      where debit_kind <> 'fee' and state <> 'replaced' and (state <> 'matched' or debit_kind = 'return')`,
    `create index line_decisions_noting on line_decisions (transaction_id)
      where settles = 1 and event_id is null and transaction_id is not null`,
    ...only(
      'sqlite',
      "insert into sqlite_stat1 (tbl, idx, stat) values ('statement_lines', 'statement_lines_out_amount', '50000 5000 10 2')",
      'analyze sqlite_schema',
    ),
  ];
  for (const statement of statements) await sql.raw(byBytes(statement)).execute(db);
}
