import { type Kysely, sql } from 'kysely';
import { schemaDialectOf } from '../engines/schema-dialect.ts';

/** The closings of days with their figures, and an index to find the money that moved on a day. */
const STATEMENTS: readonly string[] = [
  // A day that is closed again has one row more: none of these rows changes.
  `create table day_closings (
    id text primary key,
    day text not null,
    number bigint not null check (number > 0),
    closed_by text not null,
    closed_client_id text not null,
    closed_at_ms bigint not null,
    note text,
    reason text,
    figures_hash text not null,
    figures text not null,
    unique (day, number)
  )`,
  // Only queries for money that moved have this predicate.
  `create index events_moved on events (occurred_at_ms, id)
    where (to_status = 'successful' or from_status = 'successful')`,
];

export async function up(db: Kysely<never>): Promise<void> {
  const { byBytes, only } = schemaDialectOf(db);
  const statements = [
    ...STATEMENTS.map(byBytes),
    // As in planner-statistics.ts, the numbers are chosen, not counted.
    ...only(
      'sqlite',
      "insert into sqlite_stat1 (tbl, idx, stat) values ('events', 'events_moved', '1000000 1 1')",
      'analyze sqlite_schema',
    ),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
