import { sql } from 'kysely';
import type { AttemptDisagreement, AttemptProblem } from '../../../src/maintenance/domain/consistency.ts';
import { type Condition, findWrongRows } from '../../maintenance/verify/wrong-rows.ts';
import type { Database } from '../../tables.ts';

interface Row {
  readonly position: number;
  readonly event_id: string;
}

const CONDITIONS: Readonly<Record<AttemptProblem, Condition>> = {
  'attempt-without-event': sql`e.id is null`,
  'attempt-differs': sql`a.transaction_id <> e.transaction_id or a.client_id <> t.client_id
    or a.is_test <> t.is_test`,
};

/** Checks that each attempt names a stored event, and the transaction and the client of that event. */
export function checkAttempts(db: Database): AsyncGenerator<readonly AttemptDisagreement[]> {
  return findWrongRows(db, {
    from: sql`
      callback_attempts as a
      left join events as e on e.id = a.event_id
      left join transactions as t on t.id = e.transaction_id`,
    key: sql`a.position`,
    start: 0,
    columns: sql<Row>`a.position, a.event_id`,
    conditions: CONDITIONS,
    describe: ({ position, event_id }, kind) => ({ kind, position, eventId: event_id }),
  });
}
