import { sql } from 'kysely';
import { firstIdAt } from '../../../src/kernel/ids.ts';
import { DROPPED_BEFORE, type Droppable, readDroppedBefore } from '../../sql/metadata.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { setMetadata } from './metadata.ts';

/** One small step through a table, oldest rows first. */
interface DropStep<K> {
  /** Rows of events before this time are dropped. */
  readonly cutoffMs: number;
  /** The key at which the step before this one ended. */
  readonly after: K;
  readonly limit: number;
}

interface DropStepResult<K> {
  readonly dropped: number;
  /** The start of the next step; null when there are no more old rows. */
  readonly next: K | null;
}

/** Drops attempts that are old, and whose event is old as well. */
export async function dropOldAttempts(
  trx: DatabaseTransaction,
  { cutoffMs, after, limit, nowMs }: DropStep<number> & { readonly nowMs: number },
): Promise<DropStepResult<number>> {
  const rows = await trx
    .selectFrom('callback_attempts as a')
    .leftJoin('events as e', 'e.id', 'a.event_id')
    .select(['a.position', 'a.started_at_ms', 'e.occurred_at_ms'])
    .where('a.position', '>', after)
    .orderBy('a.position')
    .limit(limit)
    .execute();
  const isOld = (row: (typeof rows)[number]) =>
    row.started_at_ms < cutoffMs && (row.occurred_at_ms ?? 0) < cutoffMs;
  const positions = rows.filter(isOld).map((row) => row.position);
  if (positions.length > 0) {
    await trx.deleteFrom('callback_attempts').where('position', 'in', positions).execute();
    await noteDropped(trx, 'attempts', cutoffMs);
  }
  // Attempts are in order of time, except after steps of the clock: one from the future says nothing about the next.
  const last = rows.at(-1);
  const isYoung = last !== undefined && last.started_at_ms >= cutoffMs && last.started_at_ms <= nowMs;
  const isEnd = rows.length < limit || !last || isYoung;
  return { dropped: positions.length, next: isEnd ? null : last.position };
}

/** Deletes acknowledged callbacks whose event is old. Those that wait or were given up are kept. */
export async function dropOldCallbacks(
  trx: DatabaseTransaction,
  { cutoffMs, after, limit }: DropStep<string>,
): Promise<DropStepResult<string>> {
  const rows = await trx
    .selectFrom('callbacks as c')
    .innerJoin('events as e', 'e.id', 'c.event_id')
    .select(['c.event_id', 'c.state', 'e.occurred_at_ms'])
    .where('c.event_id', '>', after)
    // The id of an event begins with its time, so the primary key skips all newer ones.
    .where('c.event_id', '<', firstIdAt(cutoffMs))
    .orderBy('c.event_id')
    .limit(limit)
    .execute();
  const ids = rows
    .filter((row) => row.state === 'delivered' && row.occurred_at_ms < cutoffMs)
    .map((row) => row.event_id);
  if (ids.length > 0) {
    await trx
      .deleteFrom('callbacks')
      .where('event_id', 'in', ids)
      // Another process may have made one due again meanwhile.
      .where('state', '=', sql.lit('delivered'))
      .execute();
    await noteDropped(trx, 'callbacks', cutoffMs);
  }
  return { dropped: ids.length, next: rows.length < limit ? null : (rows.at(-1)?.event_id ?? null) };
}

async function noteDropped(trx: DatabaseTransaction, rows: Droppable, cutoffMs: number): Promise<void> {
  if (cutoffMs <= (await readDroppedBefore(trx, rows))) return;
  await setMetadata(trx, { key: DROPPED_BEFORE[rows], value: String(cutoffMs) });
}
