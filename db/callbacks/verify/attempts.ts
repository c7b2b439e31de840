import { sql } from 'kysely';
import { findWrongRows } from '../../maintenance/verify/wrong-rows.ts';
import type { Database } from '../../tables.ts';

const CONDITIONS = {
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
    conditions: CONDITIONS,
    says: { position: 'a.position', eventId: 'a.event_id' },
  });
}
