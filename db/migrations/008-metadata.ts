import { type Kysely, sql } from 'kysely';

/**
 * Renames `service_info` to `metadata`, and converts stored due times to the wall clock. Earlier versions measured
 * them by their own clock, whose offset from the wall clock is stored here.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table service_info rename to metadata`.execute(db);
  const { rows } = await sql<{ value: string }>`
    select value from metadata where key = 'clock_offset_ms'
  `.execute(db);
  const offsetMs = Number(rows[0]?.value ?? 0);
  if (offsetMs !== 0) await subtractFromDueTimes(db, offsetMs);
  await sql`delete from metadata where key = 'clock_offset_ms'`.execute(db);
}

async function subtractFromDueTimes(db: Kysely<never>, offsetMs: number): Promise<void> {
  await sql`
    update transactions set expires_at_ms = expires_at_ms - ${offsetMs}
    where type = 'deposit' and status = 'pending'
  `.execute(db);
  await sql`
    update callbacks set
      due_at_ms = due_at_ms - ${offsetMs},
      due_since_ms = due_since_ms - ${offsetMs},
      waits_since_ms = waits_since_ms - ${offsetMs}
    where state = 'pending'
  `.execute(db);
}
