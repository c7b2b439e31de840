import { sql } from 'kysely';
import { metadataNumber } from '../../sql/metadata.ts';
import type { Database } from '../../tables.ts';

/**
 * The metadata that holds up to what time old rows were dropped: all rows of an event before it may be gone. Checks
 * treat a missing row of such an event as dropped, not as lost.
 */
export const DROPPED_BEFORE = {
  attempts: 'attempts_dropped_before_ms',
  callbacks: 'callbacks_dropped_before_ms',
} as const;

export type Droppable = keyof typeof DROPPED_BEFORE;

/** The time, as an SQL expression; 0 when nothing was ever dropped. */
export function droppedBefore(rows: Droppable) {
  return metadataNumber(DROPPED_BEFORE[rows]);
}

export async function readDroppedBefore(db: Database, rows: Droppable): Promise<number> {
  const result = await sql<{ readonly time: number }>`select ${droppedBefore(rows)} as time`.execute(db);
  return Number(result.rows[0]?.time ?? 0);
}
