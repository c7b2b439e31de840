import { type Kysely, sql } from 'kysely';

/** Finds the line decision that has made an event, to see whether the decision that credited a deposit was undone. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index line_decisions_of_event on line_decisions (event_id) where event_id is not null`.execute(
    db,
  );
}
