import { sql } from 'kysely';
import { findWrongRows } from '../maintenance/verify/wrong-rows.ts';
import { droppedBefore } from '../sql/metadata.ts';
import type { Database } from '../tables.ts';

const ATTEMPT_CONDITIONS = {
  'attempt-without-event': sql`e.id is null`,
  'attempt-differs': sql`a.transaction_id <> e.transaction_id or a.client_id <> t.client_id
    or a.is_test <> t.is_test`,
};

/** Checks that each attempt names a stored event, and the transaction and the client of that event. */
export function checkAttempts(db: Database) {
  return findWrongRows(db, {
    from: sql`
      callback_attempts as a
      left join events as e on e.id = a.event_id
      left join transactions as t on t.id = e.transaction_id`,
    key: sql`a.position`,
    start: 0,
    conditions: ATTEMPT_CONDITIONS,
    says: { position: 'a.position', eventId: 'a.event_id' },
  });
}

/**
 * `from` and `where` for the other pending callbacks of the same transaction; callers append `and …`. 'pending' is a
 * literal so that the planner can use the partial index.
 */
const fromOtherPending = sql`callbacks as o where o.transaction_id = c.transaction_id and o.state = 'pending' and o.event_id <> c.event_id`;

const CALLBACK_CONDITIONS = {
  'callback-without-event': sql`e.id is null`,
  'callback-differs': sql`c.client_id <> e.client_id or c.is_test <> e.is_test or c.transaction_id <> e.transaction_id or c.sequence <> e.sequence`,
  'callback-untried': sql`
    c.state <> 'pending' and e.id is not null and e.occurred_at_ms >= ${droppedBefore('attempts')} and not exists (
      select 1 from callback_attempts as a where a.transaction_id = c.transaction_id and a.event_id = c.event_id
    )`,
  'callback-done-due': sql`c.state <> 'pending' and (c.due_at_ms is not null or c.lease is not null)`,
  'callback-lease': sql`c.state = 'pending' and c.lease is not null and c.due_at_ms is null`,
  // No pending callback of the transaction has a due time or a lease. Only the one with the lowest sequence is
  // reported.
  'callback-stalled': sql`
    c.state = 'pending' and c.due_at_ms is null and c.lease is null and not exists (
      select 1 from ${fromOtherPending} and (o.due_at_ms is not null or o.lease is not null or o.sequence < c.sequence)
    )`,
  'callback-out-of-turn': sql`
    c.state = 'pending' and c.due_at_ms is not null and c.lease is null and exists (
      select 1 from ${fromOtherPending} and o.due_at_ms is not null and (o.lease is not null or o.sequence < c.sequence)
    )`,
};

/**
 * Checks callbacks:
 *
 * - A callback matches its event.
 * - A delivered or failed callback has at least one attempt, unless its attempts were purged. It has no due time and no
 *   lease.
 * - A pending callback has a lease only with a due time.
 * - Exactly one pending callback of a transaction has a due time, normally the one with the lowest sequence. If an
 *   earlier callback is redelivered while a later one is in flight, the earlier one waits, even across a restart.
 */
export function checkCallbacks(db: Database) {
  return findWrongRows(db, {
    from: sql`callbacks as c left join events as e on e.id = c.event_id`,
    key: sql`c.event_id`,
    start: '',
    conditions: CALLBACK_CONDITIONS,
    says: { eventId: 'c.event_id', transactionId: 'c.transaction_id' },
  });
}
