import { type Kysely, sql } from 'kysely';

/**
 * Adds what a decision needs that settles a transaction with several lines, and what a line was before an operator
 * confirmed it, to which an undo returns it. The same on both engines.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  'alter table line_decisions add column part bigint not null default 0',
  'alter table line_decisions add column before_state text',
  'alter table line_decisions add column before_decision_id text',
  'drop index line_decisions_settling',
  // A transaction is settled once: by one line, or by the numbered lines of one decision.
  `create unique index line_decisions_settling on line_decisions (transaction_id, part)
    where settles = 1 and undone_at_ms is null`,
];
