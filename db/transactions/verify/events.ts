import { sql } from 'kysely';
import { TRANSITION_KINDS, TRANSITIONS } from '../../../src/transactions/domain/transition.ts';
import { findWrongRows } from '../../maintenance/verify/wrong-rows.ts';
import type { Database } from '../../tables.ts';

/** For each kind, that the event follows its line of the transition table. */
const followsTable = TRANSITION_KINDS.map((kind) => {
  const { from, to } = TRANSITIONS[kind];
  return sql`(e.kind = ${sql.lit(kind)} and e.from_status = ${sql.lit(from)} and e.to_status = ${sql.lit(to)})`;
});

const CONDITIONS = {
  'event-without-transaction': sql`t.id is null`,
  'event-orphan': sql`e.sequence < 2 or e.sequence > t.sequence`,
  'event-gap': sql`e.sequence > 2 and e.sequence <= t.sequence and p.id is null`,
  'event-chain': sql`(e.sequence = 2 and e.from_status <> 'pending') or (e.sequence > 2 and e.from_status <> p.to_status)`,
  'event-kind': sql`not (${sql.join(followsTable, sql` or `)})`,
  'event-client': sql`e.client_id <> t.client_id or e.is_test <> t.is_test`,
};

/**
 * Checks that the events of each transaction have the sequences 2, 3, … up to that of the row, that each begins in the
 * status in which the one before ended, that their kinds are in the transition table, and that they name its client.
 */
export function checkEvents(db: Database) {
  return findWrongRows(db, {
    from: sql`
      events as e
      left join transactions as t on t.id = e.transaction_id
      left join events as p on p.transaction_id = e.transaction_id and p.sequence = e.sequence - 1`,
    key: sql`e.position`,
    start: 0,
    conditions: CONDITIONS,
    says: { eventId: 'e.id', transactionId: 'e.transaction_id', sequence: 'e.sequence' },
  });
}
