import { type RawBuilder, sql } from 'kysely';
import { DAY_MS, offsetsBetween } from '../../src/kernel/time-zone.ts';
import type { Database } from '../tables.ts';
import { readMetadata } from './metadata.ts';

/** The metadata that holds the time zone by whose days the database counts. */
export const TIME_ZONE = 'time_zone';

/** Reads the time zone by whose days the database counts. All programs that write to the database use it. */
export async function readTimeZone(db: Database): Promise<string> {
  return (await readMetadata(db, TIME_ZONE)) ?? 'UTC';
}

/** Writes the day of a column of times as an SQL expression. */
export type DayOf = (timeMs: RawBuilder<unknown>) => RawBuilder<number>;

/** `dayIn` of src/kernel/time-zone.ts in SQL, for the times of all transactions and the zone of the database. */
export async function readDayOf(db: Database): Promise<DayOf> {
  const zone = await readTimeZone(db);
  const { rows } = await sql<{ readonly from: number | null; readonly to: number | null }>`
    select
      min(case when created_at_ms < updated_at_ms then created_at_ms else updated_at_ms end) as "from",
      max(case when created_at_ms > updated_at_ms then created_at_ms else updated_at_ms end) as "to"
    from transactions
  `.execute(db);
  return dayBetween(zone, rows[0]?.from ?? 0, rows[0]?.to ?? 0);
}

/** `dayIn` of src/kernel/time-zone.ts in SQL, for times of a range. */
export function dayBetween(zone: string, fromMs: number, toMs: number): DayOf {
  const [first, ...changes] = offsetsBetween(zone, fromMs, toMs);
  const offset = first?.offsetMs ?? 0;
  if (changes.length === 0) return (timeMs) => sql`(${timeMs} + ${sql.lit(offset)}) / ${sql.lit(DAY_MS)}`;
  return (timeMs) => {
    const cases = changes
      .toReversed()
      .map((change) => sql`when ${timeMs} >= ${sql.lit(change.sinceMs)} then ${sql.lit(change.offsetMs)}`);
    return sql`
      (${timeMs} + case ${sql.join(cases, sql` `)} else ${sql.lit(offset)} end) / ${sql.lit(DAY_MS)}`;
  };
}
